// Constants of the math functions that backends evaluate themselves: polynomials, lowest power
// first, and numbers split into parts that multiply exactly.
#pragma once

namespace nereid::polynomials {

constexpr float kLn2 = 0x1.62e43p-1f;
constexpr float kLn2High = 0x1.62p-1f; // few bits: times an exponent it is exact
constexpr float kLn2Low = 0x1.c85fe0p-10f;
constexpr float kLog2E = 0x1.715476p+0f;
constexpr float kLog2ELow = 0x1.4ae0cp-26f;
constexpr float kTwoOverPi = 0x1.45f306p-1f;
constexpr float kHalfPi[] = {0x1.921fb6p+0f, -0x1.777a5cp-25f, -0x1.ee59dap-50f}; // their sum
constexpr float kTrigonometricLimit = 30000; // beyond, the product with kHalfPi loses digits

// (e^r - 1 - r) / r^2 on |r| <= 0.3466
constexpr float kExp[] = {0x1.000000p-1f, 0x1.5554dcp-3f, 0x1.5554eap-5f, 0x1.120b70p-7f,
                          0x1.6d4324p-10f};
// (2^r - 1 - r ln 2) / r^2 on |r| <= 0.5
constexpr float kExp2[] = {0x1.ebfbe0p-3f, 0x1.c6afeep-5f, 0x1.3b2a54p-7f, 0x1.5ec86ep-10f,
                           0x1.44138ep-13f};
// (ln(1 + g) - g + g^2 / 2) / g^3 on [-0.2929, 0.4143]
constexpr float kLog[] = {0x1.555554p-2f,  -0x1.fffff2p-3f, 0x1.999d50p-3f,
                          -0x1.555ed2p-3f, 0x1.23d692p-3f,  -0x1.fc5c22p-4f,
                          0x1.ddabe8p-4f,  -0x1.d9efa8p-4f, 0x1.24c706p-4f};
// erf(x) / x - 1 of s = x^2 on [0, 1.01]
constexpr float kErfSmall[] = {0x1.06eba8p-3f, -0x1.812746p-2f,  0x1.ce2f08p-4f,  -0x1.b829acp-6f,
                               0x1.5628f0p-8f, -0x1.bcbca4p-11f, 0x1.d80fb0p-14f, -0x1.433626p-17f};
// -ln(erfc(t)) / t - 1 on [0.88, 3.97]
constexpr float kErfLarge[] = {0x1.073944p-3f,   0x1.45877ap-1f,  0x1.ad1674p-4f,   -0x1.667448p-6f,
                               0x1.1d48b2p-9f,   0x1.9e2026p-12f, -0x1.b46f3ap-13f, 0x1.4fc542p-15f,
                               -0x1.091692p-18f, 0x1.61b6dap-23f};
// (sin(r) / r - 1) / s of s = r^2 on [0, 0.62]
constexpr float kSin[] = {-0x1.555556p-3f, 0x1.11110ep-7f, -0x1.a01398p-13f, 0x1.6db8ccp-19f};
// (cos(r) - 1 + s / 2) / s^2 of s = r^2 on [0, 0.62]
constexpr float kCos[] = {0x1.555554p-5f, -0x1.6c12cap-10f, 0x1.9bd34ap-16f};
// (tanh(x) / x - 1) / s of s = x^2 on [0, 0.4]
constexpr float kTanh[] = {-0x1.555556p-2f, 0x1.1110e6p-3f,  -0x1.ba0770p-5f,
                           0x1.64934cp-6f,  -0x1.10d6ecp-7f, 0x1.29e352p-9f};

} // namespace nereid::polynomials
