/* A bot for Hanabi and Koi-Koi, in C with nothing to install: docs/bot-protocol.md.

       cc -O2 -o /tmp/otto examples/stdio_bot.c
       hanamichi arena hanabi/online --bot otto=/tmp/otto --bots otto --games 10

   It reads a line of JSON, and writes a line when it is asked. It takes the last legal action, and
   so has to find only three things in a line: its type, its id, and how much is legal. */

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The end of the JSON value that begins here. */
static const char *skip(const char *text) {
  int depth = 0, quoted = 0;
  for (; *text; text++) {
    if (quoted) {
      if (*text == '\\' && text[1]) text++;
      else if (*text == '"') quoted = 0;
      continue;
    }
    if (*text == '"') quoted = 1;
    else if (*text == '{' || *text == '[') depth++;
    else if (depth == 0 && (*text == ',' || *text == '}' || *text == ']')) return text;
    else if (*text == '}' || *text == ']') depth--;
  }
  return text;
}

/* The value of a key of the object that a line is; NULL where there is none. */
static const char *value_of(const char *line, const char *key) {
  size_t length = strlen(key);
  const char *at = line + 1;
  while (*at == '"') {
    const char *name = at + 1, *value = strchr(name, ':');
    if (value == NULL) return NULL;
    value++;
    if (strncmp(name, key, length) == 0 && name[length] == '"') return value;
    at = skip(value);
    if (*at == ',') at++;
  }
  return NULL;
}

/* How many values a list has. */
static int count(const char *list) {
  int found = 0;
  const char *at = list + 1;
  while (*at && *at != ']') {
    at = skip(at);
    found++;
    if (*at == ',') at++;
  }
  return found;
}

int main(void) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    const char *type = value_of(line, "type"), *id = value_of(line, "id");
    const char *legal = value_of(line, "legal");
    if (type != NULL && strncmp(type, "\"start\"", 7) == 0)
      printf("{\"type\":\"ready\",\"protocol\":1}\n");
    else if (id != NULL && legal != NULL)
      printf("{\"type\":\"move\",\"id\":%d,\"choice\":%d}\n", atoi(id), count(legal) - 1);
    fflush(stdout);
  }
  free(line);
  return 0;
}
