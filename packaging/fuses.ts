import {
	type FuseConfig,
	FuseState,
	FuseV1Options,
	FuseVersion,
	flipFuses,
	getCurrentFuseWire,
} from "@electron/fuses";

/**
 * Required state of the fuses in Electron's binary. They are set before signing, so that changing them later would
 * break the signature.
 */
const WANTED: Readonly<Record<FuseV1Options, boolean>> = {
	[FuseV1Options.RunAsNode]: false,
	[FuseV1Options.EnableCookieEncryption]: true,
	[FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
	[FuseV1Options.EnableNodeCliInspectArguments]: false,
	// Electron ignores this fuse on Linux.
	[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
	[FuseV1Options.OnlyLoadAppFromAsar]: true,
	[FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
	[FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
	// Electron's default.
	[FuseV1Options.WasmTrapHandlers]: true,
};

const CONFIG: FuseConfig = { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...WANTED };

/**
 * Sets all fuses of an Electron binary.
 * @param executable the binary, or the .app folder on macOS
 * @param adHoc whether to sign the changed binary ad hoc, because macOS on arm64 runs no unsigned code
 * @throws if the binary has a fuse that `WANTED` lacks
 */
export async function setFuses(executable: string, adHoc = false): Promise<void> {
	await flipFuses(executable, { ...CONFIG, resetAdHocDarwinSignature: adHoc });
}

/** Returns the names of the fuses whose state is wrong, or that `WANTED` lacks. */
export async function wrongFuses(executable: string): Promise<readonly string[]> {
	const wire = await getCurrentFuseWire(executable);
	const numbers = Object.keys(wire).filter((key) => /^[0-9]+$/.test(key));
	const wanted = Object.keys(WANTED);
	return [...new Set([...wanted, ...numbers])]
		.filter((key) => {
			const state: unknown = Reflect.get(wire, key);
			const want: unknown = Reflect.get(WANTED, key);
			return want === undefined || state !== (want === true ? FuseState.ENABLE : FuseState.DISABLE);
		})
		.map((key) => FuseV1Options[Number(key)] ?? `fuse ${key}`);
}
