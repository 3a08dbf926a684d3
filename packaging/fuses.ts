import {
	type FuseConfig,
	FuseState,
	FuseV1Options,
	FuseVersion,
	flipFuses,
	getCurrentFuseWire,
} from "@electron/fuses";

/**
 * What is switched inside Electron's binary before it is signed. Nothing that runs beside the app can switch it back
 * without breaking the signature.
 */
const WANTED: Readonly<Record<FuseV1Options, boolean>> = {
	[FuseV1Options.RunAsNode]: false,
	[FuseV1Options.EnableCookieEncryption]: true,
	[FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
	[FuseV1Options.EnableNodeCliInspectArguments]: false,
	// On macOS and Windows; Electron for Linux ignores it.
	[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
	[FuseV1Options.OnlyLoadAppFromAsar]: true,
	[FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
	[FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
	// As Electron has it.
	[FuseV1Options.WasmTrapHandlers]: true,
};

const CONFIG: FuseConfig = { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...WANTED };

/**
 * Switches all fuses of an Electron.
 * @param executable the binary, or on macOS the folder that ends with .app
 * @param adHoc gives a macOS binary without a signature a new one of nobody, without which an arm64 does not start
 * @throws where the binary has a fuse that this table does not name
 */
export async function setFuses(executable: string, adHoc = false): Promise<void> {
	await flipFuses(executable, { ...CONFIG, resetAdHocDarwinSignature: adHoc });
}

/** Names of the fuses that stand otherwise than wanted, or that the binary has and the table does not. */
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
