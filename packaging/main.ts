import { createHash } from "node:crypto";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { ensureElectron, root, run } from "../scripts/lib/ensure.mjs";
import { headerDigest, pack } from "./archive.ts";
import { faultsOf, filesIn } from "./check.ts";
import { deb, type LinuxPackage, plainArchive } from "./deb.ts";
import { writeIcons } from "./icons.ts";
import type { System } from "./native-files.ts";
import { billOfMaterials, notAllowed, readParts } from "./notices.ts";
import { originOf } from "./origin.ts";
import { makePortable } from "./portable.ts";
import { assemble } from "./shell.ts";
import { readManifest, stage } from "./stage.ts";

/** `npm run package`: packages the built app as installers and archives in `dist/release`. */

const USAGE = `npm run package [-- --dir] [--electron FOLDER]

  --dir               creates only the folder, without installers
  --electron FOLDER   folder with Electron's binary; by default, the one of the package "electron"`;

/** Folder of electron-builder with its own packages and lockfile, which are only needed for a release. */
const installers = join(root, "packaging", "installers");
const dist = join(root, "dist");
const release = join(dist, "release");
const resources = join(dist, "resources");
const archive = join(resources, "app.asar");

function systemHere(): System {
	const { platform, arch } = process;
	if (
		(platform !== "linux" && platform !== "darwin" && platform !== "win32") ||
		(arch !== "x64" && arch !== "arm64")
	)
		throw new Error(`Countersign is not packaged for ${platform} on ${arch}.`);
	return { platform, arch };
}

async function electronFolder(given: string | undefined): Promise<string> {
	if (given !== undefined) return given;
	const binary = await ensureElectron();
	if (binary === undefined) throw new Error("Electron's binary is missing. Pass its folder with --electron.");
	return process.platform === "darwin" ? dirname(dirname(dirname(dirname(binary)))) : dirname(binary);
}

/** Packs and checks the archive. */
async function packApp(system: System, origin: ReturnType<typeof originOf>): Promise<void> {
	const staged = join(dist, "stage");
	stage(root, staged, system, origin);
	const faults = faultsOf(filesIn(staged));
	if (faults.length > 0)
		throw new Error(`The package has faults:\n${faults.map((each) => JSON.stringify(each)).join("\n")}`);
	const licences = notAllowed(readParts(root));
	if (licences.length > 0) throw new Error(`These licences are not allowed: ${licences.join(", ")}`);
	await pack(staged, archive);
	console.log(
		`app.asar ${createHash("sha256").update(readFileSync(archive)).digest("hex")}, header ${headerDigest(archive)}`,
	);
}

/** Runs electron-builder. Returns `false` if it isn't installed. */
async function runElectronBuilder(
	electron: string,
	epoch: number,
	args: readonly string[],
): Promise<boolean> {
	const cli = join(installers, "node_modules", "electron-builder", "cli.js");
	if (!existsSync(cli)) return false;
	// electron-builder reads the app's metadata from the archive in its project folder, and packages `resources`.
	const project = join(dist, "builder");
	mkdirSync(project, { recursive: true });
	copyFileSync(archive, join(project, "app.asar"));
	const version = readFileSync(join(root, "node_modules", "electron", "package.json"), "utf8");
	await run(
		process.execPath,
		[
			cli,
			"--projectDir",
			project,
			"--config",
			join(installers, "electron-builder.mjs"),
			"--publish",
			"never",
			...args,
		],
		{
			cwd: project,
			env: {
				...process.env,
				COUNTERSIGN_DIST: dist,
				COUNTERSIGN_ELECTRON: electron,
				COUNTERSIGN_ELECTRON_VERSION: String(JSON.parse(version).version),
				SOURCE_DATE_EPOCH: String(epoch),
			},
		},
	);
	return true;
}

async function linux(electron: string, { arch }: System, epoch: number, folderOnly: boolean): Promise<void> {
	const folder = join(dist, "linux-unpacked");
	await assemble(electron, resources, folder);
	if (folderOnly) return;
	const { version, description } = readManifest(root);
	const work = join(dist, "work");
	mkdirSync(work);
	const given: LinuxPackage = { folder, root, version, description, arch, epoch };
	await deb(given, join(release, `countersign-${version}-linux-${arch}.deb`), work);
	const portable = join(dist, "linux-portable");
	makePortable(root, folder, portable);
	const archived = join(release, `countersign-${version}-linux-${arch}.tar.gz`);
	await plainArchive({ ...given, folder: portable }, archived);
	if (
		!(await runElectronBuilder(electron, epoch, [
			"--linux",
			"AppImage",
			`--${arch}`,
			"--prepackaged",
			portable,
		]))
	)
		console.log(
			"No AppImage was made: electron-builder is not installed (npm ci --prefix packaging/installers --ignore-scripts).",
		);
}

async function macOrWindows(
	electron: string,
	{ platform, arch }: System,
	epoch: number,
	folderOnly: boolean,
): Promise<void> {
	const args = [platform === "darwin" ? "--mac" : "--win", `--${arch}`, ...(folderOnly ? ["--dir"] : [])];
	if (!(await runElectronBuilder(electron, epoch, args)))
		throw new Error(
			"electron-builder is not installed: npm ci --prefix packaging/installers --ignore-scripts",
		);
}

/** Writes the digests of the published files and of the archive, for `sha256sum --check`. */
function writeSums(): void {
	const names = readdirSync(release).filter((name) =>
		/\.(deb|tar\.gz|AppImage|dmg|exe|cdx\.json)$/.test(name),
	);
	const lines = [
		...names.map((name) => [join(release, name), name] as const),
		[archive, "app.asar"] as const,
	].map(([file, name]) => `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${name}\n`);
	writeFileSync(join(release, `SHA256SUMS-${process.platform}-${process.arch}`), lines.join(""));
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			dir: { type: "boolean", default: false },
			electron: { type: "string" },
			help: { type: "boolean" },
		},
	});
	if (values.help === true) {
		console.log(USAGE);
		return;
	}
	const system = systemHere();
	const electron = await electronFolder(values.electron);
	const origin = originOf(root, process.env);
	rmSync(dist, { recursive: true, force: true });
	mkdirSync(release, { recursive: true });
	await packApp(system, origin);
	writeIcons(root, join(dist, "icons"));
	await (system.platform === "linux" ? linux : macOrWindows)(electron, system, origin.epoch, values.dir);
	if (!values.dir) {
		const app = readManifest(root);
		const name = `countersign-${app.version}-${process.platform}-${process.arch}.cdx.json`;
		writeFileSync(join(release, name), billOfMaterials(app, readParts(root)));
		writeSums();
	}
	const secrets = process.env["CSC_LINK"] ?? "";
	if (system.platform !== "linux" && secrets === "")
		console.log("This build is not signed, so the system will show a warning.");
	console.log(`Packaged ${origin.commit ?? "changed files"} in ${dist}`);
}

try {
	await main();
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
