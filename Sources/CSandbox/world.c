#include "csandbox.h"
