/* Read two masks byte by byte and print their IoU: what one would write in C. */
#include <stdio.h>
#include <stdlib.h>

/* Return the next integer of the input, 0 at its end. */
static long next(void)
{
    long value = 0;
    int c = getchar_unlocked();
    while (c == ' ' || c == '\n' || c == '\r')
        c = getchar_unlocked();
    for (; c >= '0' && c <= '9'; c = getchar_unlocked())
        value = 10 * value + c - '0';
    return value;
}

int main(void)
{
    long rows = next(), size = rows * next(), both = 0, either = 0;
    char *first = malloc(size);
    for (long i = 0; i < size; i++)
        first[i] = next() != 0;
    for (long i = 0; i < size; i++) {
        int second = next() != 0;
        both += first[i] && second;
        either += first[i] || second;
    }
    printf("IoU: %.4f\n", either ? (double)both / either : 1.0);
    return 0;
}
