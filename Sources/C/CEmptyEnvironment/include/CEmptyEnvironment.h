// A program that links this target starts with an empty environment. Only for programs that run
// with more privileges than their caller.
#pragma once
