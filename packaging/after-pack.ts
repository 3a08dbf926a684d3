import { readFileSync } from "node:fs";
import { join } from "node:path";
import { headerDigest, windowsIntegrity } from "./archive.ts";
import { setFuses, wrongFuses } from "./fuses.ts";

/** Argument of electron-builder's `afterPack` hook. */
interface Packed {
	readonly appOutDir: string;
	readonly electronPlatformName: string;
	readonly packager: { readonly appInfo: { readonly productFilename: string } };
}

/** Returns whether Electron contains the archive's digest. Linux has none. */
function containsDigest(folder: string, name: string, platform: string): boolean {
	if (platform === "darwin") {
		const contents = join(folder, `${name}.app`, "Contents");
		const digest = headerDigest(join(contents, "Resources", "app.asar"));
		return readFileSync(join(contents, "Info.plist"), "utf8").includes(`<string>${digest}</string>`);
	}
	if (platform === "win32")
		return readFileSync(join(folder, `${name}.exe`)).includes(
			windowsIntegrity(join(folder, "resources", "app.asar")),
		);
	return true;
}

/** Sets the fuses and checks the assembled folder, before anything is signed. */
export async function afterPack({ appOutDir, electronPlatformName, packager }: Packed): Promise<void> {
	const name = packager.appInfo.productFilename;
	const file = { darwin: `${name}.app`, win32: `${name}.exe` }[electronPlatformName] ?? "countersign";
	const executable = join(appOutDir, file);
	await setFuses(executable, electronPlatformName === "darwin");
	const wrong = await wrongFuses(executable);
	if (wrong.length > 0) throw new Error(`Fuses are not set as required: ${wrong.join(", ")}.`);
	if (!containsDigest(appOutDir, name, electronPlatformName))
		throw new Error(
			"The executable does not contain the archive's digest, so Electron would not start the app.",
		);
}
