/* A keyboard of the kernel's (uinput). Prints its name below /dev/input, then taps each key whose
   number (linux/input-event-codes.h) it reads. Unplugged when there is no more to read. */
#include <dirent.h>
#include <err.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int device;

static void control(unsigned long request, unsigned long argument)
{
    if (ioctl(device, request, argument) < 0) err(1, "/dev/uinput");
}

static void send(int type, int code, int value)
{
    struct input_event event = {.type = type, .code = code, .value = value};
    if (write(device, &event, sizeof event) != sizeof event) err(1, "/dev/uinput");
}

/* The event device is a directory below the input device's in /sys. */
static void tell_name(void)
{
    char name[64] = "", path[128];
    control(UI_GET_SYSNAME(sizeof name), (unsigned long)name);
    snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
    DIR *directory = opendir(path);
    if (directory == NULL) err(1, "%s", path);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (strncmp(entry->d_name, "event", 5) == 0) puts(entry->d_name);
    closedir(directory);
    fflush(stdout);
}

int main(void)
{
    device = open("/dev/uinput", O_WRONLY);
    if (device < 0) err(1, "/dev/uinput");
    control(UI_SET_EVBIT, EV_KEY);
    for (int key = KEY_ESC; key <= KEY_COMPOSE; key++) control(UI_SET_KEYBIT, key);
    struct uinput_setup setup = {.id = {.bustype = BUS_USB}, .name = "keyboard of the person"};
    control(UI_DEV_SETUP, (unsigned long)&setup);
    control(UI_DEV_CREATE, 0);
    tell_name();

    for (int key; scanf("%d", &key) == 1;) {
        for (int value = 1; value >= 0; value--) {
            send(EV_KEY, key, value);
            send(EV_SYN, SYN_REPORT, 0);
        }
    }
    return 0;
}
