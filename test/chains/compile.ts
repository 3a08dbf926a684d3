import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hex } from "viem";
import { z } from "zod";

/** Compiles the contracts in `contracts/` with solc, in this process, and keeps the result by content. */

const hex = z.string().regex(/^[0-9a-f]+$/);
const artifact = z.object({
	abi: z.array(z.unknown()),
	bytecode: hex.transform((value): Hex => `0x${value}`),
});
const artifacts = z.record(z.string(), artifact);
export type Artifact = z.infer<typeof artifact>;

const faults = z.object({
	errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
});
const output = z.object({
	contracts: z
		.record(
			z.string(),
			z.record(
				z.string(),
				z.object({
					abi: z.array(z.unknown()),
					evm: z.object({ bytecode: z.object({ object: z.string() }) }),
				}),
			),
		)
		.optional(),
});

const settingsOf = (optimized: boolean) => ({
	optimizer: { enabled: optimized, runs: 200 },
	evmVersion: "cancun",
	outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
});
type Settings = ReturnType<typeof settingsOf>;

/** solc refused a source. The message is the compiler's own, with file and line. */
class CompileError extends Error {
	override readonly name = "CompileError";
}

const require = createRequire(import.meta.url);
const contractsDir = fileURLToPath(new URL("./contracts/", import.meta.url));
const cacheDir = fileURLToPath(new URL("../../node_modules/.cache/countersign/", import.meta.url));

async function readSources(): Promise<Record<string, { content: string }>> {
	const files = (await readdir(contractsDir)).filter((file) => file.endsWith(".sol")).sort();
	const pairs = files.map(async (file) => {
		const content = await readFile(join(contractsDir, file), "utf8");
		return [file, { content }] as const;
	});
	return Object.fromEntries(await Promise.all(pairs));
}

async function solcVersion(): Promise<string> {
	const manifest = z.object({ version: z.string() });
	return manifest.parse(JSON.parse(await readFile(require.resolve("solc/package.json"), "utf8"))).version;
}

async function runSolc(
	sources: Record<string, { content: string }>,
	settings: Settings,
): Promise<z.input<typeof artifacts>> {
	// Imported only on a cache miss: the compiler is 9 MB of JavaScript.
	const { default: solc } = await import("solc");
	const input = JSON.stringify({ language: "Solidity", sources, settings });
	const answer: unknown = JSON.parse(solc.compile(input));
	// Checked first: with an error, contracts come without their code.
	const fatal = (faults.parse(answer).errors ?? []).filter((error) => error.severity === "error");
	if (fatal.length > 0) throw new CompileError(fatal.map((error) => error.formattedMessage).join("\n"));
	const { contracts } = output.parse(answer);
	const found = Object.values(contracts ?? {}).flatMap((file) => Object.entries(file));
	return Object.fromEntries(
		found
			.filter(([, contract]) => contract.evm.bytecode.object !== "")
			.map(([name, contract]) => [name, { abi: contract.abi, bytecode: contract.evm.bytecode.object }]),
	);
}

async function readCache(path: string): Promise<Record<string, Artifact> | null> {
	try {
		return artifacts.parse(JSON.parse(await readFile(path, "utf8")));
	} catch {
		// Missing or damaged: compile again.
		return null;
	}
}

/** Lists the imports of a Solidity file under solc's names: a relative path, or one inside a package. */
function importsOf(name: string, content: string): readonly string[] {
	const found = [...content.matchAll(/^import\s[^;]*?"([^"]+)"/gm)].map((match) => match[1] ?? "");
	return found.map((path) => (path.startsWith(".") ? posix.join(posix.dirname(name), path) : path));
}

/** The sources of a file and of all that it imports, packages under node_modules among them. */
async function readWithImports(path: string): Promise<Record<string, { content: string }>> {
	const sources: Record<string, { content: string }> = {};
	const wanted = [basename(path)];
	for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
		if (sources[name] !== undefined) continue;
		const at = name.startsWith("@") ? require.resolve(name) : join(dirname(path), name);
		const content = await readFile(at, "utf8");
		sources[name] = { content };
		wanted.push(...importsOf(name, content));
	}
	return sources;
}

/**
 * ABI and creation bytecode of every contract in `contracts/`, by contract name.
 * Kept under node_modules/.cache/countersign by the hash of sources, settings and compiler version.
 * @throws CompileError
 */
export async function compileContracts(): Promise<Record<string, Artifact>> {
	return compileSources(await readSources(), settingsOf(true));
}

/**
 * Compiles one Solidity file and its imports, cached separately: a change to one file compiles no other.
 * Nothing is optimized: the contracts' behaviour is the same, and compiling needs a third of the time.
 * @param path The file's absolute path. Its imports are relative or from a package.
 * @throws CompileError
 */
export async function compileFile(path: string): Promise<Record<string, Artifact>> {
	return compileSources(await readWithImports(path), settingsOf(false));
}

/** Each compiling of this process by its key: the two worlds of the corpus want the same files at the same time. */
const compiling = new Map<string, Promise<Record<string, Artifact>>>();

async function compileSources(
	sources: Record<string, { content: string }>,
	settings: Settings,
): Promise<Record<string, Artifact>> {
	const key = createHash("sha256")
		.update(JSON.stringify([await solcVersion(), settings, sources]))
		.digest("hex");
	const running = compiling.get(key) ?? readOrCompile(key, sources, settings);
	compiling.set(key, running);
	return running;
}

async function readOrCompile(
	key: string,
	sources: Record<string, { content: string }>,
	settings: Settings,
): Promise<Record<string, Artifact>> {
	const path = join(cacheDir, `contracts-${key}.json`);
	const cached = await readCache(path);
	if (cached !== null) return cached;
	const compiled = await runSolc(sources, settings);
	await mkdir(cacheDir, { recursive: true });
	// Written aside and renamed, since several test workers, and several pieces of one world, may compile at once.
	const draft = `${path}.${randomUUID()}.tmp`;
	await writeFile(draft, JSON.stringify(compiled));
	await rename(draft, path);
	return artifacts.parse(compiled);
}
