// A program that links this target starts with an empty environment. Link it into programs that
// run with more rights than their caller has, and into nothing else.
#pragma once
