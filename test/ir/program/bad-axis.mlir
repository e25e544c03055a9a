// RUN: nereid-opt %s -split-input-file -verify-diagnostics

func.func @program_id() {
  // expected-error @+1 {{has no axis 3}}
  %0 = tile.program_id 3 : i32
  return
}

// -----

func.func @num_programs() {
  // expected-error @+1 {{has no axis 4}}
  %0 = tile.num_programs 4 : i32
  return
}
