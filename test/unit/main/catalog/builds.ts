import { type ReadBuild, readBuild } from "../../../../src/main/catalog/build-life.ts";
import type { PipelineSimulation } from "../../../../src/service-api/simulation.ts";
import { codesOf } from "../../../support/saying.ts";

/** Texts of portable Builds in a spelling that serializing them again would change. */

export const DIGEST = `sha256:${"a".repeat(64)}`;
/** Expiry in Unix seconds. */
export const EXPIRES = 1_900_000_000;

export const PASSED: PipelineSimulation = {
	status: "passed",
	balanceChanges: [],
	approvals: [],
	fees: [],
	warnings: [],
	guards: [{ name: "limit", status: "passed", message: null }],
	gas: null,
	logs: [],
};

export const ACTION = {
	chain_id: 1,
	from: "0x1111111111111111111111111111111111111111",
	to: "0x2222222222222222222222222222222222222222",
	data: "0x",
	label: "Send",
	kind: "native_transfer",
	value: "12345678901234567890",
	current_lifecycle: "staged",
};

export const SVM_ACTION = {
	lane: "instruction",
	id: 1,
	instruction: {
		payer: "11111111111111111111111111111112",
		cluster: "devnet",
		program_id: "11111111111111111111111111111111",
		data_base64: "",
		description: "Move",
		kind: "transfer",
		accounts: [],
	},
};

export interface BuildMembers {
	readonly status?: string;
	readonly digest?: string;
	readonly version?: number;
	readonly actions?: readonly unknown[];
	readonly origin?: unknown;
	readonly expiresAt?: number;
	readonly simulation?: PipelineSimulation | null;
	/** More members, as text. */
	readonly extra?: string;
}

export function buildText(written: BuildMembers = {}): string {
	const {
		status = "staged",
		digest = DIGEST,
		version = 2,
		actions = [ACTION],
		expiresAt = EXPIRES,
	} = written;
	const { origin = { app: "demo", operations: [{ operation: "send", arguments: {} }], skills: [] } } =
		written;
	const simulation = written.simulation === undefined && status === "simulated" ? PASSED : written.simulation;
	const told =
		simulation === undefined || simulation === null ? "" : `,"simulation":${JSON.stringify(simulation)}`;
	return `{ "version":${version} ,"status":"${status}",\n "digest":"${digest}","attestation":"caf\\u00e9\\/","actions":${JSON.stringify(actions, null, 1)},"origin":${JSON.stringify(origin)},"expiresAt":${expiresAt}${told}${written.extra ?? ""} ,"summary":{"weight":9007199254740993.10}}`;
}

export function readOf(written: BuildMembers = {}): ReadBuild {
	const read = readBuild(buildText(written));
	if (!read.ok) throw new Error(codesOf(read.text).join(", "));
	return read.value;
}
