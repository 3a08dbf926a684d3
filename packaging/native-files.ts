/** Lists the packages that are not bundled, and their files for each system. */

/** System, with the names that Node.js uses. */
export interface System {
	readonly platform: "linux" | "darwin" | "win32";
	readonly arch: "x64" | "arm64";
}

/** Returns the binary that node-hid loads. On Linux, that is the one for /dev/hidraw*. */
const hidBinary = ({ platform, arch }: System) =>
	`prebuilds/${platform === "linux" ? "HID_hidraw" : "HID"}-${platform}-${arch}/node-napi-v4.node`;

/** Returns the binary that usb loads with node-gyp-build. */
function usbBinary({ platform, arch }: System): string {
	if (platform === "linux")
		return `prebuilds/linux-${arch}/node.napi.${arch === "arm64" ? "armv8" : "glibc"}.node`;
	return `prebuilds/${platform === "darwin" ? "darwin-x64+arm64" : `win32-${arch}`}/node.napi.node`;
}

/**
 * Files by package that are needed at run time. The packages look for their binaries next to their own files,
 * so they are not bundled.
 */
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
