#include "artifact/cubin.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nereid {
namespace {

void append(std::string &bytes, uint64_t value, int size) {
  for (int i = 0; i < size; ++i)
    bytes += static_cast<char>(value >> (8 * i));
}

std::string attribute(uint8_t kind, uint32_t symbol, uint32_t value) {
  std::string bytes;
  append(bytes, 4, 1);
  append(bytes, kind, 1);
  append(bytes, 8, 2);
  append(bytes, symbol, 4);
  append(bytes, value, 4);
  return bytes;
}

// An ELF file of the sections that count, with symbols "", "callee" and "kernel".
std::string cubinOf(const std::string &attributes) {
  std::string names = std::string("\0.names\0.strtab\0.symtab\0.nv.info\0", 33);
  std::string strings = std::string("\0callee\0kernel\0", 15), symbols;
  for (uint32_t name : {0, 1, 8}) {
    append(symbols, name, 4);
    symbols.append(20, '\0');
  }
  std::string file = "\x7f"
                     "ELF";
  file.resize(64);
  const std::pair<uint32_t, std::string> sections[] = {
      {1, names}, {8, strings}, {16, symbols}, {24, attributes}};
  std::string table;
  for (const auto &[name, contents] : sections) {
    append(table, name, 4);
    table.append(20, '\0');
    append(table, file.size(), 8);
    append(table, contents.size(), 8);
    table.append(24, '\0');
    file += contents;
  }
  std::string header;
  append(header, file.size(), 8);
  file.replace(0x28, 8, header);
  header.clear();
  append(header, 64, 2); // a section header's size
  append(header, 4, 2);
  append(header, 0, 2);
  file.replace(0x3A, 6, header);
  return file + table;
}

TEST(Cubin, SaysWhatAKernelNeeds) {
  std::string file = cubinOf(attribute(0x2F, 1, 90) + attribute(0x2F, 2, 39) +
                             attribute(0x11, 2, 8) + attribute(0x12, 2, 24));
  auto needs = readCubin(file, "kernel");
  ASSERT_TRUE(needs.ok()) << needs.error().what();
  EXPECT_EQ(needs.value(), (KernelNeeds{39, 24}));
  EXPECT_EQ(readCubin(file, "callee").value(), (KernelNeeds{90, 0}));
}

TEST(Cubin, WhatIsNoneIsAStatus) {
  EXPECT_FALSE(readCubin("", "kernel").ok());
  EXPECT_FALSE(readCubin("// PTX", "kernel").ok());
  EXPECT_FALSE(isCubin("// PTX"));
  EXPECT_FALSE(isCubin("\x7f"));
  EXPECT_FALSE(readCubin(cubinOf(attribute(0x2F, 2, 39)), "other").ok());
  EXPECT_FALSE(readCubin(cubinOf(""), "kernel").ok());
}

TEST(Cubin, DamageDoesNotCrash) {
  std::string file = cubinOf(attribute(0x2F, 2, 39));
  for (size_t length = 0; length < file.size(); ++length)
    (void)readCubin(file.substr(0, length), "kernel");
  for (size_t i = 0; i < file.size(); ++i) {
    std::string damaged = file;
    damaged[i] = static_cast<char>(0xFF);
    (void)readCubin(damaged, "kernel");
  }
}

TEST(Residency, TheScarcestDecides) {
  Multiprocessor chip = multiprocessorOf("sm_90a");
  struct {
    uint32_t threads, registers, shared, programs;
    std::string_view limit;
  } cases[] = {{512, 32, 256, 4, "threads"},
               {512, 38, 256, 3, "registers"},
               {384, 168, 181504, 1, "registers"},
               {256, 32, 100 * 1024, 2, "shared memory"},
               {32, 16, 0, 32, "programs"}};
  for (const auto &[threads, registers, shared, programs, limit] : cases) {
    Residency resident = residencyOf(chip, threads, registers, shared);
    EXPECT_EQ(resident.programs, programs) << threads << " " << registers;
    EXPECT_EQ(resident.limit, limit) << threads << " " << registers;
  }
  EXPECT_EQ(multiprocessorOf("sm_1").threads, 0u);
}

} // namespace
} // namespace nereid
