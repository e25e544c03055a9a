// Coefficients of special functions of f64, lowest power first: interpolations at Chebyshev's
// points, and series, computed with 60 digits and rounded.
#pragma once

namespace nereid::polynomials {

// erf(x) = x + x p(x^2), |x| <= 1.
constexpr double kErfNear[] = {
    0x1.06eba8214db68p-3,  -0x1.812746b0379c1p-2,  0x1.ce2f21a040f66p-4,  -0x1.b82ce31203772p-6,
    0x1.565bccfa44156p-8,  -0x1.c02db0665e53dp-11, 0x1.f9a2be4f731a1p-14, -0x1.f4ca838adb73bp-17,
    0x1.b981d78881a5dp-20, -0x1.5c131500d3f88p-23, 0x1.d76af6ca49787p-27, -0x1.ac9585a44fe29p-31};
// erfc(x) = e^(-x^2) p((x - 4) / (x + 4)) / (1 + 2 x), x >= 0.
constexpr double kErfcFar[] = {
    0x1.3ba5916e9fd7fp+0,   -0x1.1df1ad154a286p-3,  0x1.f7f5df66fd797p-7,   0x1.16ecefcfa4d10p-4,
    -0x1.9ddb23c3e8f13p-4,  0x1.7fee004e1eefep-4,   -0x1.0fb06dfe4c6c0p-4,  0x1.3079edf5181dfp-5,
    -0x1.09623884747dbp-6,  0x1.49c672e199469p-8,   -0x1.8d4a9a6465372p-11, -0x1.a1df5e81f57b4p-13,
    0x1.3be0432bfa860p-13,  -0x1.99537515467bep-16, -0x1.7884d2487d5efp-17, 0x1.7ef644c7815aap-18,
    0x1.393f4d359a7fdp-22,  -0x1.b8ce493292da5p-21, 0x1.4dcd6b6d85452p-24,  0x1.c8a212189b424p-24,
    -0x1.64110b1736fb3p-26, -0x1.a7f4a11380e73p-27, 0x1.bc41def3d5cc5p-29,  0x1.ff247156a53a2p-31,
    -0x1.2feb115e10ff8p-32};
// ln Gamma(2 + z) = z (1 - gamma) + z^2 p(z), |z| <= 1/2: (-1)^k (zeta(k) - 1) / k.
constexpr double kLogGammaNear[] = {
    0x1.4a34cc4a60fa6p-2,  -0x1.13e001a557607p-4,  0x1.51322ac7d8483p-6,  -0x1.e404fc218f5f2p-8,
    0x1.7add6eadb6c30p-9,  -0x1.38ac5c2bf8e08p-10, 0x1.0b36af86396e9p-11, -0x1.d3fd4c76d2fc8p-13,
    0x1.a127b0f17d65ap-14, -0x1.78de5bd7c81efp-15, 0x1.580dcee66eb02p-16, -0x1.3cbc963ce2243p-17,
    0x1.2597a39f34aacp-18, -0x1.11b2eb7679541p-19, 0x1.0064cdeb22f0fp-20, -0x1.e2600d93cfd2fp-22,
    0x1.c76bbb3f07a4dp-23, -0x1.af5a6cbbf8a97p-24, 0x1.99b93c2070b0fp-25, -0x1.862c734df3eacp-26,
    0x1.7469daccfadcdp-27, -0x1.6434a8447aeadp-28, 0x1.555a877ffd2c3p-29, -0x1.47b1679258d0ep-30,
    0x1.3b15d2b2fc10cp-31, -0x1.2f69a9fabe3e0p-32, 0x1.24932a337434cp-33, -0x1.1a7c26ec2523cp-34,
    0x1.11116e693ed98p-35, -0x1.08424cbc543d8p-36};
// ln Gamma(x) = (x - 1/2) ln x - x + ln(2 pi) / 2 + p(1 / x^2) / x: B(2 k) / (2 k (2 k - 1)).
constexpr double kStirling[] = {
    0x1.5555555555555p-4,  -0x1.6c16c16c16c17p-9,  0x1.a01a01a01a01ap-11, -0x1.3813813813814p-11,
    0x1.b951e2b18ff23p-11, -0x1.f6ab0d9993c7dp-10, 0x1.a41a41a41a41ap-8,  -0x1.e4286cb0f5398p-6,
    0x1.6fe96381e0680p-3,  -0x1.6476701181f3ap+0};

} // namespace nereid::polynomials
