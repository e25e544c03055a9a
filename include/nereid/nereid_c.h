/* Nereid's C interface: load a Triton kernel from a .py file, compile it, launch it.
 *
 * Every function that can fail returns NULL on success, else an error that the caller frees with
 * nereid_error_free. Nothing throws, nothing prints. A session and its functions may be used from
 * several threads at once. Pointers given to a launch are ordinary memory, and the launch has
 * finished when it returns. On a GPU ("cuda", "cuda:1") that holds for pointers whose size is
 * given: they are copied there and back. Those without a size are addresses in the GPU's memory
 * already, and a launch of nothing else returns when it is enqueued: nereid_session_synchronize
 * waits for it.
 */
#ifndef NEREID_C_H
#define NEREID_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NEREID_API __attribute__((visibility("default")))

typedef struct nereid_session nereid_session;   /* a device and the kernels compiled for it */
typedef struct nereid_function nereid_function; /* one @triton.jit function */
typedef struct nereid_error nereid_error;

typedef enum nereid_type {
  NEREID_BOOL,
  NEREID_INT8,
  NEREID_INT16,
  NEREID_INT32,
  NEREID_INT64,
  NEREID_UINT8,
  NEREID_UINT16,
  NEREID_UINT32,
  NEREID_UINT64,
  NEREID_FLOAT8_E4M3,
  NEREID_FLOAT8_E5M2,
  NEREID_FLOAT16,
  NEREID_BFLOAT16,
  NEREID_FLOAT32,
  NEREID_FLOAT64
} nereid_type;

typedef enum nereid_argument_kind {
  NEREID_POINTER, /* pointer, type; bytes: how much memory is there, 0 if unknown */
  NEREID_INT,     /* integer */
  NEREID_FLOAT,   /* real */
  NEREID_FLAG,    /* integer, 0 or 1: a Python bool */
  NEREID_NONE,    /* Python's None */
  NEREID_TEXT,    /* text: a constexpr str */
  NEREID_DTYPE    /* type: a constexpr dtype, such as tl.float16 */
} nereid_argument_kind;

/* One argument, by position (name == NULL) or by the parameter's name. An INT, FLOAT or FLAG given
 * for a tl.constexpr parameter becomes part of the code; any other value is passed at run time. */
typedef struct nereid_argument {
  const char *name;
  nereid_argument_kind kind;
  nereid_type type;
  const void *pointer;
  size_t bytes;
  int64_t integer;
  double real;
  const char *text;
} nereid_argument;

typedef struct nereid_grid {
  uint32_t x, y, z; /* programs along each axis; 0 programs: nothing runs */
} nereid_grid;

/* Zero-initialize; a zero means the default. */
typedef struct nereid_session_options {
  const char *device;          /* "cpu" (default), "interp" (checks every access), "cuda" */
  const char *cache_directory; /* NULL: kernels are not kept on disk */
  int threads;                 /* at most; 0: one per core. Holds for the whole process. */
} nereid_session_options;

typedef struct nereid_launch_options {
  int num_warps, num_stages;
  int no_fp_fusion; /* 1: mul and add round separately */
  int debug;        /* 1: device_assert and overflow checks are live */
} nereid_launch_options;

NEREID_API const char *nereid_version(void);

NEREID_API nereid_error *nereid_session_create(const nereid_session_options *options,
                                               nereid_session **session);
NEREID_API void nereid_session_free(nereid_session *session);

/* The jit function `name` of the file at `path`, whose statements are not run: imports, constants
 * and other functions that the kernel uses are found as `nereid lint` finds them. */
NEREID_API nereid_error *nereid_session_load(nereid_session *session, const char *path,
                                             const char *name, nereid_function **function);
/* The same from text; `path` is what messages call it. */
NEREID_API nereid_error *nereid_session_load_text(nereid_session *session, const char *path,
                                                  const char *text, const char *name,
                                                  nereid_function **function);
NEREID_API void nereid_function_free(nereid_function *function);

/* Compiles the specialization that these arguments need, unless it is there already. */
NEREID_API nereid_error *nereid_function_prepare(nereid_function *function,
                                                 const nereid_argument *arguments, size_t count,
                                                 const nereid_launch_options *options);

/* Compiles if needed and runs one program per point of the grid. `options` may be NULL. */
NEREID_API nereid_error *nereid_function_launch(nereid_function *function, nereid_grid grid,
                                                const nereid_argument *arguments, size_t count,
                                                const nereid_launch_options *options);

/* Waits for every launch of the session. */
NEREID_API nereid_error *nereid_session_synchronize(nereid_session *session);

/* One line: what is wrong. */
NEREID_API const char *nereid_error_message(const nereid_error *error);
/* The whole report, as `nereid` prints it: places in the source, and what to do. */
NEREID_API const char *nereid_error_report(const nereid_error *error);
NEREID_API void nereid_error_free(nereid_error *error);

#ifdef __cplusplus
}
#endif
#endif
