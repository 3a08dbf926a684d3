import { readFileSync } from "node:fs";
import { join } from "node:path";
import { headerDigest, windowsIntegrity } from "./archive.ts";
import { setFuses, wrongFuses } from "./fuses.ts";

/** What electron-builder tells of a folder that it has put together. */
interface Packed {
	readonly appOutDir: string;
	readonly electronPlatformName: string;
	readonly packager: { readonly appInfo: { readonly productFilename: string } };
}

/** Where each system's Electron holds the digest of the archive. */
function holdsDigest(folder: string, name: string, platform: string): boolean {
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

/** Before anything is signed: the fuses, and a look at what has been put together. */
export async function afterPack({ appOutDir, electronPlatformName, packager }: Packed): Promise<void> {
	const name = packager.appInfo.productFilename;
	const file = { darwin: `${name}.app`, win32: `${name}.exe` }[electronPlatformName] ?? "countersign";
	const executable = join(appOutDir, file);
	await setFuses(executable, electronPlatformName === "darwin");
	const wrong = await wrongFuses(executable);
	if (wrong.length > 0) throw new Error(`Fuses stand otherwise than wanted: ${wrong.join(", ")}.`);
	if (!holdsDigest(appOutDir, name, electronPlatformName))
		throw new Error("The executable does not hold the archive's digest: Electron would not start the app.");
}
