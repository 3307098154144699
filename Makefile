# The front door. `make run` dictates (or shows how, where there is no display),
# `make check` says within a minute whether a change is right so far, `make test` proves that it works;
# all install the Debian packages that they need.

PREFIX ?= /usr/local
DESTDIR ?=

need := packaging/need-packages
build_packages := jq libgtk-4-1 pkg-config libasound2-dev libcurl4-gnutls-dev libevdev-dev libpango1.0-dev \
	libpocketsphinx-dev libpulse-dev libseccomp-dev libsndfile1-dev libsoxr-dev libsystemd-dev \
	libtomlplusplus-dev libudev-dev libwayland-dev libx11-dev libxcb-xinput-dev libxfixes-dev \
	libxkbcommon-dev libxkbcommon-x11-dev libxrandr-dev libxres-dev libxtst-dev python3-pip
# packaging/need-packages says what a / is.
run_packages := libasound2-plugins libcurl3-gnutls/libcurl3t64-gnutls libsndfile1 libsoxr0 pocketsphinx-en-us
demo_packages := imagemagick pocketsphinx-testdata pulseaudio pulseaudio-utils xterm xvfb
test_packages := at-spi2-core chromium codespell dbus-daemon ffmpeg fish flite fonts-dejavu-core fonts-droid-fallback foot gcc \
	gir1.2-atspi-2.0 gir1.2-gtk-3.0 gir1.2-gtk-4.0 gir1.2-vte-2.91 gnupg grim gsettings-desktop-schemas i3-wm i3lock ibus ibus-gtk3 ibus-gtk4 \
	kwin-wayland libgl1-mesa-dri libglib2.0-bin libkf5globalaccel-bin mousepad openbox openssl orca picom pipewire \
	pipewire-bin pipewire-pulse pocketsphinx python3-dbusmock python3-gi python3-jsonschema python3-pyqt5 python3-pyqt6 python3-pyqt6.qtquick \
	python3-tk qml6-module-qtqml-workerscript qml6-module-qtquick-controls qml6-module-qtquick-templates \
	qml6-module-qtquick-window qtwayland5 sndfile-programs speech-dispatcher strace sway swaylock weston wireplumber wl-clipboard wngerman \
	wtype x11-utils x11-xkb-utils x11-xserver-utils xclip xdotool xfce4-clipman xinput xwayland
deb_packages := build-essential debhelper dpkg-dev lintian
guest_packages := alsa-utils busybox-static console-setup cpio kbd kmod qemu-system-x86 seatd udev \
	xserver-xorg-core xserver-xorg-input-libinput xserver-xorg-video-dummy xz-utils
# Whom we compare ourselves with. Debian 13 has no ydotool.
bench_packages := ydotool/ ydotoold/
check_packages := shellcheck
# For `make test-typing` alone: they are large.
typing_packages := default-jdk firefox-esr libreoffice-gtk3 libreoffice-writer python3-uno
install_packages := debootstrap e2fsprogs gcc
# For `make test-desktops` alone.
desktop_packages := debootstrap

strict := --explicit-target-dependency-import-check error
release := $(strict) --configuration release --static-swift-stdlib \
	--pkg-config-path .build/pkgconfig --disable-local-rpath -Xlinker -L$(CURDIR)/.build/static
version = $$(dpkg-parsechangelog -l packaging/debian/changelog -S Version)
program := .build/release/utter
front := .build/release/utter-front
overlay := .build/release/utter-overlay
helper := .build/release/utter-hotkeys
speech := .build/release/utter-speech
kwin := .build/release/utter-kwin
settings := .build/release/utter-settings
# Manual pages and completions, laid out as below PREFIX/share.
share := .build/share
program_place = $(DESTDIR)$(PREFIX)/libexec/utter/utter
helper_place = $(DESTDIR)$(PREFIX)/libexec/utter/utter-hotkeys
speech_place = $(DESTDIR)$(PREFIX)/libexec/utter/utter-speech
kwin_place = $(DESTDIR)$(PREFIX)/libexec/utter/utter-kwin

# Without SwiftPM, which would link Swift's runtime into this C program: it would take longer to load
# than all that the program does.
front_flags := -O2 -Wall -Wextra -Werror -fPIE -pie -fstack-protector-strong -D_FORTIFY_SOURCE=2 \
	-Wl,-z,relro,-z,now

# Debian's pocketsphinx.pc also names libsphinxad, which we don't use: it would load PulseAudio
# and a dozen of codecs into each process.
pkgconfig := .build/pkgconfig/pocketsphinx.pc

# The C++ library belongs to Swift's runtime and is linked as that is: the dynamic linker would look
# up 1,700 names for it, a millisecond of each process.
libstdcxx := .build/static/libstdc++.a

# The library of the engine `transcribe-cpp`, with its licence.
transcribe := .build/transcribe/VERSION
# The weights of the network that detects speech for it.
voice := .build/transcribe/silero_vad_16k.safetensors
# Speech models, converted by the program. Where their weights can't be fetched there are none.
model := packaging/whisper-model
models := .build/models
transcribe_place = $(DESTDIR)$(PREFIX)/lib/utter/transcribe
model_place = $(DESTDIR)$(PREFIX)/share/utter/models
# The model that comes with the program, if it could be made, and its licence.
built_in = $(wildcard $(models)/whisper-tiny.en.gguf*)
# `utter demo`.
demo_place = $(DESTDIR)$(PREFIX)/lib/utter/demo
# The pages of docs, beside the README that links to them.
pages_place = $(DESTDIR)$(PREFIX)/share/doc/utter/docs

# Tells the focused window on GNOME, once the user has enabled it.
gnome_extension := utter-focus@utter.org

.PHONY: run demo build base-model check test test-unit test-typing test-install test-packaging test-desktops \
	test-debian-13 screenshots fuzz wayland-protocols bench release install uninstall deb clean packages \
	check-packages demo-packages deb-packages install-packages test-packages typing-packages \
	bench-packages desktop-packages list-build-packages list-test-packages

run: demo-packages build
	packaging/run $(program)

demo: demo-packages build
	@mkdir -p build
	packaging/demo $(program) build/demo.png

build: packages $(pkgconfig) $(libstdcxx) $(transcribe) $(voice)
	swift build $(release) --product utter
	swift build $(release) --product utter-overlay
	swift build $(release) --product utter-hotkeys
	swift build $(release) --product utter-speech
	swift build $(release) --product utter-kwin
	swift build $(release) --product utter-settings
	gcc $(front_flags) -o $(front) Sources/Programs/utter-front/*.c
	packaging/manual $(program) $(overlay) $(share)
	@ln -sfn ../packaging .build/demo
	@$(model) tiny.en $(program) .build

# The larger one, of the package utter-model-base.
base-model: build
	@$(model) base $(program) .build

$(pkgconfig): | packages
	@mkdir -p $(@D)
	@printf 'Name: pocketsphinx\nDescription: %s\nVersion: %s\nCflags: %s\nLibs: %s\n' \
		'without audio devices' "$$(pkg-config --modversion pocketsphinx)" \
		"$$(pkg-config --cflags pocketsphinx)" '-lpocketsphinx -lsphinxbase' >$@

$(libstdcxx): | packages
	@mkdir -p $(@D)
	@ln -sf "$$(gcc -print-file-name=libstdc++.a)" $@

$(transcribe): packaging/get-transcribe | packages
	packaging/get-transcribe $(@D)
	@touch $@

$(voice): packaging/get-voice-network | packages
	packaging/get-voice-network $@

# An answer while you work: the format, the shell scripts, and tests of what decides.
check: check-packages
	Tests/check

test: check-packages test-packages deb-packages
	UTTER=$(CURDIR)/$(program) Tests/run

# What needs no server. Without the packages for tests, some say that they were skipped.
test-unit: packages $(pkgconfig) $(libstdcxx) $(transcribe) $(voice)
	swift build $(strict) --build-tests
	Tests/run unit

# What a caller may send to the hotkey helper, what a recogniser or a model may return, and what
# may stand in the configuration, each for as long as you like.
FUZZ_SECONDS ?= 600
fuzz_targets := helper text settings
fuzz: packages
	for target in $(fuzz_targets); do Tests/Fuzz/run $$target $(FUZZ_SECONDS) || exit; done

# Every window, layout, window manager and state of the keyboard, ten runs in a row: hours.
# UTTER_TYPING_RUNS=1 makes one run, UTTER_TYPING_WINDOW=chromium is for that window only.
# `make test` runs a sample.
test-typing: test-packages typing-packages build
	swift build $(strict) --build-tests
	UTTER=$(CURDIR)/$(program) UTTER_TYPING=full \
		swift test --skip-build --filter '^TypingTests\.|KWinMatrixTests|BrowserTests|WriterTests|WriterEditingTests'
	UTTER_TYPING=full GUEST_TIMEOUT=14400 \
		Tests/System/guest-tests with-udevd \
		'GuestUinputTests/(ReceiverTests|SinkTests/goesWhenKilled)'

# The package in a fresh Debian, this machine's and each newer one: installed, set up, dictating,
# upgraded, removed. Ten minutes each the first time, which fetches Debian.
test-install: install-packages deb
	Tests/System/install/run build/utter_$(version)_$$(dpkg --print-architecture).deb

# All that packaging/release makes, of the tree as it is built: each package, the SBOM, the signature.
test-packaging: deb-packages base-model
	Tests/System/packaging

# In sessions of GNOME Shell 48 and KWin 6.3, headless, in folders with a Debian 13 that this makes in
# .build/desktops (Tests/Desktops/image). Needs root, the mirror of Debian that apt has here, and
# 7 GB; ten minutes the first time. `make test` has KWin 5.27.
test-desktops: test-packages desktop-packages build
	swift build $(strict) --build-tests
	UTTER=$(CURDIR)/$(program) Tests/Desktops/run gnome
	UTTER=$(CURDIR)/$(program) UTTER_DESKTOP_MONITORS="1280x720 1280x720" \
		Tests/Desktops/run gnome GNOMEShellMonitorTests
	UTTER=$(CURDIR)/$(program) UTTER_DESKTOP_MONITORS=2560x1440 \
		Tests/Desktops/run gnome GNOMEShellCardTests/itHasTwiceThePixelsAtScale2
	UTTER=$(CURDIR)/$(program) Tests/Desktops/run kde
	UTTER=$(CURDIR)/$(program) UTTER_DESKTOP_MONITORS="1280x720 1280x720" \
		Tests/Desktops/run kde KWin6MonitorTests

# On Debian 13: the package, the tests that need no server, and those of what only its libraries can. Like
# test-desktops it needs root and a mirror of Debian; Swift is this machine's.
test-debian-13: desktop-packages
	Tests/System/debian-13

# Every state of the overlay on every kind of display, light and dark, into build/screenshots; and
# the film of README.md.
screenshots: test-packages build
	swift build $(strict) --build-tests
	mkdir -p build/screenshots
	UTTER=$(CURDIR)/$(program) UTTER_WRITE_SCREENSHOTS=$(CURDIR)/build/screenshots \
		swift test --skip-build --filter everyStateIsSeen
	packaging/film $(program) docs/demo.gif

# The tables and functions that wayland-scanner(1) makes of the Wayland protocols' descriptions.
wayland := Sources/C/CWayland
wayland-protocols: packages
	for xml in $(wayland)/protocols/*.xml; do \
		name=$$(basename $$xml .xml); \
		wayland-scanner client-header $$xml $(wayland)/include/$$name-client-protocol.h \
			&& wayland-scanner private-code $$xml $(wayland)/generated/$$name-protocol.c \
			|| exit; \
	done

bench: test-packages bench-packages build
	swift build $(strict) --build-tests
	Benchmarks/page $(program)

install:
	@test -x $(program) || { echo "Build it first: make build" >&2; exit 1; }
	install -D --strip $(front) $(DESTDIR)$(PREFIX)/bin/utter
	install -D --strip $(program) $(program_place)
	install -D --strip $(overlay) $(DESTDIR)$(PREFIX)/bin/utter-overlay
	install -D --strip $(settings) $(DESTDIR)$(PREFIX)/bin/utter-settings
	install -D --strip $(helper) $(helper_place)
	install -D --strip $(speech) $(speech_place)
	install -D --strip $(kwin) $(kwin_place)
	@chgrp input $(helper_place) && chmod 2755 $(helper_place) || \
		echo "$(helper_place) must become root:input, mode 2755, to watch for hotkeys." >&2
	# Parts of an older version would be loaded, too.
	rm -rf $(transcribe_place)
	install -d $(transcribe_place) $(DESTDIR)$(PREFIX)/lib/systemd/user
	install -m 644 $(dir $(transcribe))* $(transcribe_place)
	rm -f $(model_place)/whisper-tiny.en.gguf*
	for file in $(built_in); do install -D -m 644 -t $(model_place) $$file || exit; done
	install -D packaging/demo $(demo_place)/demo
	install -m 644 packaging/private-session.bash $(demo_place)
	sed 's|@PREFIX@|$(PREFIX)|' packaging/utter.service \
		>$(DESTDIR)$(PREFIX)/lib/systemd/user/utter.service
	install -D -m 644 udev/70-utter.rules $(DESTDIR)$(PREFIX)/lib/udev/rules.d/70-utter.rules
	install -D -m 644 udev/utter-modules.conf $(DESTDIR)$(PREFIX)/lib/modules-load.d/utter.conf
	install -D -m 644 packaging/config.toml $(DESTDIR)$(PREFIX)/share/doc/utter/config.toml
	install -D -m 644 packaging/config.schema.json \
		$(DESTDIR)$(PREFIX)/share/utter/config.schema.json
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/utter/languages packaging/languages/*.toml
	install -D -m 755 packaging/bars/utter-bar $(DESTDIR)$(PREFIX)/bin/utter-bar
	install -m 644 packaging/hardened.conf $(DESTDIR)$(PREFIX)/share/doc/utter
	install -m 644 packaging/bars/*.* $(DESTDIR)$(PREFIX)/share/doc/utter
	install -m 644 README.md $(DESTDIR)$(PREFIX)/share/doc/utter
	install -D -m 644 -t $(pages_place) docs/*.md docs/*.gif
	install -D -m 644 -t $(pages_place)/pictures docs/pictures/*.png
	install -D -m 644 packaging/desktop/org.utter.Utter.desktop \
		$(DESTDIR)$(PREFIX)/share/applications/org.utter.Utter.desktop
	sed 's|@PREFIX@|$(PREFIX)|' packaging/desktop/org.utter.KWin.desktop \
		>$(DESTDIR)$(PREFIX)/share/applications/org.utter.KWin.desktop
	install -D -m 644 packaging/desktop/utter.svg \
		$(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/utter.svg
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/gnome-shell/extensions/$(gnome_extension) \
		packaging/gnome-shell/$(gnome_extension)/*
	cd $(share) && find . -type f -exec install -D -m 644 {} $(DESTDIR)$(PREFIX)/share/{} ';'
	install -m 644 packaging/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/utter $(DESTDIR)$(PREFIX)/bin/utter-overlay \
		$(DESTDIR)$(PREFIX)/bin/utter-settings $(program_place) $(helper_place) $(speech_place) $(kwin_place) \
		$(DESTDIR)$(PREFIX)/bin/utter-bar $(DESTDIR)$(PREFIX)/share/doc/utter/waybar.jsonc \
		$(DESTDIR)$(PREFIX)/share/doc/utter/polybar.ini \
		$(DESTDIR)$(PREFIX)/share/doc/utter/i3status-rust.toml \
		$(DESTDIR)$(PREFIX)/lib/systemd/user/utter.service \
		$(DESTDIR)$(PREFIX)/lib/udev/rules.d/70-utter.rules \
		$(DESTDIR)$(PREFIX)/lib/modules-load.d/utter.conf \
		$(DESTDIR)$(PREFIX)/share/doc/utter/config.toml \
		$(DESTDIR)$(PREFIX)/share/doc/utter/hardened.conf \
		$(DESTDIR)$(PREFIX)/share/doc/utter/README.md \
		$(DESTDIR)$(PREFIX)/share/utter/config.schema.json \
		$(DESTDIR)$(PREFIX)/share/utter/languages/*.toml \
		$(model_place)/whisper-tiny.en.gguf* \
		$(DESTDIR)$(PREFIX)/share/applications/org.utter.Utter.desktop \
		$(DESTDIR)$(PREFIX)/share/applications/org.utter.KWin.desktop \
		$(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/utter.svg \
		$(DESTDIR)$(PREFIX)/share/man/man1/utter-bar.1 \
		$(DESTDIR)$(PREFIX)/share/man/man1/utter-settings.1
	cd $(share) && find . -type f -exec rm -f $(DESTDIR)$(PREFIX)/share/{} ';'
	rm -rf $(transcribe_place) $(demo_place) $(pages_place) \
		$(DESTDIR)$(PREFIX)/share/gnome-shell/extensions/$(gnome_extension)
	-rmdir $(model_place) $(dir $(transcribe_place)) $(dir $(helper_place)) $(dir $(pages_place))

# build/utter_VERSION_ARCHITECTURE.deb and build/utter-model-base_VERSION_all.deb, checked by lintian.
deb: deb-packages base-model
	packaging/debian/build build

# Everything that is published of a version, from a clean clone of the commit that is checked out.
release: deb-packages
	packaging/release

clean:
	rm -rf .build

packages:
	@$(need) $(build_packages) $(run_packages)

# For Tests/Desktops/image, which installs them in a separate Debian.
list-build-packages:
	@echo '$(build_packages) $(run_packages)'
list-test-packages:
	@echo '$(demo_packages) $(test_packages) $(deb_packages) $(guest_packages)'

check-packages:
	@$(need) $(build_packages) $(check_packages)

demo-packages:
	@$(need) $(build_packages) $(run_packages) $(demo_packages)

install-packages:
	@$(need) $(demo_packages) $(guest_packages) $(install_packages)

desktop-packages:
	@$(need) $(desktop_packages)

bench-packages:
	@$(need) $(bench_packages)

deb-packages:
	@$(need) $(build_packages) $(run_packages) $(deb_packages)

typing-packages: test-packages
	@$(need) $(typing_packages)

test-packages:
	@$(need) $(build_packages) $(run_packages) $(demo_packages) $(test_packages) \
		$(guest_packages)
	@packaging/get-vosk .build/vosk || echo "Vosk is not tried: no libvosk.so" >&2
