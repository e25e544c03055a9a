#include "verbs.h"
