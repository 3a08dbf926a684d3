/**
 * Pattern for file names in the archive, with the number of files that may match it. Each file must match a
 * pattern of `EXPECTED`, so that a change of the archive's contents requires a reviewed change of the list.
 */
export interface Expected {
	readonly name: RegExp;
	readonly least: number;
	readonly most: number;
}

const one = (name: RegExp, count = 1): Expected => ({ name, least: count, most: count });
const some = (name: RegExp, least: number, most: number): Expected => ({ name, least, most });

/** Pattern of the hash that the bundler adds to file names. */
const HASH = "[A-Za-z0-9_-]{8}";

export const EXPECTED: readonly Expected[] = [
	one(/^package\.json$/),
	one(/^origin\.json$/),
	one(/^notices\.json$/),
	one(/^out\/main\/index\.js$/),
	one(/^out\/main\/vault\.js$/),
	one(/^out\/main\/ledger\.js$/),
	one(/^out\/main\/agents\.js$/),
	one(/^out\/main\/mcp\.mjs$/),
	some(new RegExp(`^out/main/chunks/[A-Za-z0-9_.-]+-${HASH}\\.js$`), 4, 20),
	one(/^out\/preload\/desk\.cjs$/),
	one(/^out\/preload\/trusted\.cjs$/),
	one(/^out\/renderer\/desk\/index\.html$/),
	one(/^out\/renderer\/trusted\/index\.html$/),
	some(new RegExp(`^out/renderer/assets/[A-Za-z0-9_.-]+-${HASH}\\.js$`), 3, 30),
	some(new RegExp(`^out/renderer/assets/[A-Za-z0-9_.-]+-${HASH}\\.css$`), 1, 4),
	some(new RegExp(`^out/renderer/assets/(inter|jetbrains-mono)-[a-z-]+-${HASH}\\.woff2$`), 2, 20),
	one(/^resources\/icon-256\.png$/),
	some(/^resources\/tray(-(dark|light))?(-(waiting|danger|offline|paused))?(Template)?(@2x)?\.png$/, 30, 30),
	one(/^resources\/ledger-tokens\/[0-3][0-9a-f]\.bin$/, 64),
	one(/^node_modules\/node-hid\/package\.json$/),
	one(/^node_modules\/node-hid\/nodehid\.js$/),
	one(/^node_modules\/node-hid\/binding-options\.js$/),
	one(/^node_modules\/node-hid\/LICENSE-bsd\.txt$/),
	one(
		/^node_modules\/node-hid\/prebuilds\/HID(_hidraw)?-(linux|darwin|win32)-(x64|arm64)\/node-napi-v4\.node$/,
	),
	one(/^node_modules\/pkg-prebuilds\/package\.json$/),
	one(/^node_modules\/pkg-prebuilds\/bindings\.js$/),
	one(/^node_modules\/pkg-prebuilds\/lib\/prebuild\.js$/),
	one(/^node_modules\/pkg-prebuilds\/LICENSE$/),
	one(/^node_modules\/usb\/(package\.json|LICENSE|libusb\/COPYING)$/, 3),
	one(/^node_modules\/usb\/dist\/(index|(usb|webusb)\/[a-z-]+)\.js$/, 10),
	one(/^node_modules\/usb\/prebuilds\/(linux|darwin|win32)-[x64arm+]+\/node\.napi\.(glibc\.|armv8\.)?node$/),
	one(/^node_modules\/node-gyp-build\/(package\.json|index\.js|node-gyp-build\.js|LICENSE)$/, 4),
];

/**
 * Maximum bytes of code that a window's page loads directly, before it can render. The rest is loaded later. If a
 * limit is exceeded, check the bundler's list of chunks for what was added.
 */
export const MAX_FIRST_CODE: Readonly<Record<"desk" | "trusted", number>> = {
	desk: 1_000_000,
	trusted: 1_250_000,
};

/** Maximum bytes that the app adds to Electron: the archive and the files next to it. */
export const MAX_BYTES = 12_500_000;
