import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
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

const output = z.object({
	errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
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

const SETTINGS = {
	optimizer: { enabled: true, runs: 200 },
	evmVersion: "cancun",
	outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
};

/** solc refused a source. The message is the compiler's own, with file and line. */
export class CompileError extends Error {
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

async function runSolc(sources: Record<string, { content: string }>): Promise<z.input<typeof artifacts>> {
	// Imported only on a cache miss: the compiler is 9 MB of JavaScript.
	const { default: solc } = await import("solc");
	const input = JSON.stringify({ language: "Solidity", sources, settings: SETTINGS });
	const { errors, contracts } = output.parse(JSON.parse(solc.compile(input)));
	const fatal = (errors ?? []).filter((error) => error.severity === "error");
	if (fatal.length > 0) throw new CompileError(fatal.map((error) => error.formattedMessage).join("\n"));
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

/**
 * ABI and creation bytecode of every contract in `contracts/`, by contract name.
 * Kept under node_modules/.cache/countersign by the hash of sources, settings and compiler version.
 * @throws CompileError
 */
export async function compileContracts(): Promise<Record<string, Artifact>> {
	const sources = await readSources();
	const key = createHash("sha256")
		.update(JSON.stringify([await solcVersion(), SETTINGS, sources]))
		.digest("hex");
	const path = join(cacheDir, `contracts-${key}.json`);
	const cached = await readCache(path);
	if (cached !== null) return cached;
	const compiled = await runSolc(sources);
	await mkdir(cacheDir, { recursive: true });
	// Written aside and renamed, since several test workers may compile at once.
	const draft = `${path}.${process.pid}.tmp`;
	await writeFile(draft, JSON.stringify(compiled));
	await rename(draft, path);
	return artifacts.parse(compiled);
}
