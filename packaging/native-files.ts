/** The packages that are not bundled, and what of them runs on each system. */

/** As Node.js names them. */
export interface System {
	readonly platform: "linux" | "darwin" | "win32";
	readonly arch: "x64" | "arm64";
}

/** node-hid loads one binary: on Linux the one that speaks to /dev/hidraw*. */
const hidBinary = ({ platform, arch }: System) =>
	`prebuilds/${platform === "linux" ? "HID_hidraw" : "HID"}-${platform}-${arch}/node-napi-v4.node`;

/** As node-gyp-build looks for it. */
function usbBinary({ platform, arch }: System): string {
	if (platform === "linux")
		return `prebuilds/linux-${arch}/node.napi.${arch === "arm64" ? "armv8" : "glibc"}.node`;
	return `prebuilds/${platform === "darwin" ? "darwin-x64+arm64" : `win32-${arch}`}/node.napi.node`;
}

/** Packages that are not bundled, since their binaries are found beside their own files, and what of them runs. */
export const NATIVE_FILES: Readonly<Record<string, (system: System) => readonly string[]>> = {
	"node-hid": (system) => [
		"package.json",
		"nodehid.js",
		"binding-options.js",
		"LICENSE-bsd.txt",
		hidBinary(system),
	],
	"pkg-prebuilds": () => ["package.json", "bindings.js", "lib/prebuild.js", "LICENSE"],
	usb: (system) => ["package.json", "dist/**/*.js", "LICENSE", "libusb/COPYING", usbBinary(system)],
	"node-gyp-build": () => ["package.json", "index.js", "node-gyp-build.js", "LICENSE"],
};
export const NATIVE_PACKAGES = Object.keys(NATIVE_FILES);
