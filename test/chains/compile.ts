import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hex } from "viem";
import { z } from "zod";

/** Compiles the contracts in `contracts/` with solc in this process, and caches the result by content. */

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

/** Thrown if solc rejects a source, with solc's own message, which names file and line. */
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
	// Checked first, because contracts have no code if there is an error.
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

/** Lists the imports of a Solidity file as solc names them: a relative path, or a path in a package. */
function importsOf(name: string, content: string): readonly string[] {
	const found = [...content.matchAll(/^import\s[^;]*?"([^"]+)"/gm)].map((match) => match[1] ?? "");
	return found.map((path) => (path.startsWith(".") ? posix.join(posix.dirname(name), path) : path));
}

/** Reads a file and everything that it imports, including packages under node_modules. */
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
 * Returns the ABI and creation bytecode of every contract in `contracts/`, by contract name. The cache is
 * under node_modules/.cache/countersign, keyed by the hash of sources, settings and compiler version.
 * @throws CompileError
 */
export async function compileContracts(): Promise<Record<string, Artifact>> {
	return compileSources(await readSources(), settingsOf(true));
}

/**
 * Compiles one Solidity file and its imports, with a separate cache entry, so that a change to one file
 * recompiles no other. Without optimization, the contracts behave the same, and compiling takes a third of
 * the time.
 * @param path absolute path of the file; its imports are relative or from a package
 * @throws CompileError
 */
export async function compileFile(path: string): Promise<Record<string, Artifact>> {
	return compileSources(await readWithImports(path), settingsOf(false));
}

/**
 * Compilations of this process by cache key, because both worlds of the corpus need the same files at the
 * same time.
 */
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
	// Written to a temporary file and renamed, because several test workers, or several parts of one world, may
	// compile at the same time.
	const draft = `${path}.${randomUUID()}.tmp`;
	await writeFile(draft, JSON.stringify(compiled));
	await rename(draft, path);
	return artifacts.parse(compiled);
}
