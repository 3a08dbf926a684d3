import { plain } from "../../../format/plain.ts";
import { shortKey } from "../../../format/svm-wire.ts";
import { type Message, message, type Text } from "../../../localized-text.ts";
import type { DecodedArg } from "../../evm/meaning.ts";
import { type DataReader, Unread } from "../data-reader.ts";
import data from "../idl/data.json" with { type: "json" };
import type { IdlProgram } from "../idl/data-types.ts";
import { type IdlCall, type IdlStruct, type IdlValue, isStruct, readIdlCall } from "../idl/read.ts";
import type { InstructionAccounts, Understood } from "../meaning.ts";
import { type AppTable, act } from "./app.ts";
import { METAPLEX, SQUADS } from "./custody.ts";
import { KAMINO, MARINADE, STAKE_POOL } from "./earn.ts";
import { JUPITER, ORCA, RAYDIUM_AMM, RAYDIUM_CLMM, RAYDIUM_CPMM } from "./exchanges.ts";

/** Source: SPL Governance's published instructions. */

const ALL = 100n;
const SOME = message("act.vote.what");

function isYes({ choices }: IdlStruct): boolean {
	const [only, ...more] = Array.isArray(choices) ? choices : [];
	return isStruct(only) && more.length === 0 && only["weight_percentage"] === ALL;
}

function sideOf(vote: IdlStruct, proposal: string): Message {
	switch (vote["variant"]) {
		case "Approve":
			return isYes(vote) ? message("act.vote.for", { proposal }) : SOME;
		case "Deny":
		case "Veto":
			return message("act.vote.against", { proposal });
		case "Abstain":
			return message("act.vote.abstain", { proposal });
		default:
			throw new Unread();
	}
}

const GOVERNANCE: AppTable = {
	cast_vote: (call) => {
		const proposal = call.account("proposal");
		return act("vote", { about: sideOf(call.struct("vote"), shortKey(proposal) ?? proposal) });
	},
};

/**
 * Programs decoded by their published interfaces. A program's upgrade authority can change what it does, so
 * decoding only shows what is requested, not what happens.
 */
export const APP_TABLES: Readonly<Record<string, AppTable>> = {
	Jupiter: JUPITER,
	"Orca Whirlpools": ORCA,
	"Raydium AMM": RAYDIUM_AMM,
	"Raydium CLMM": RAYDIUM_CLMM,
	"Raydium CPMM": RAYDIUM_CPMM,
	"Kamino Lend": KAMINO,
	Marinade: MARINADE,
	"SPL Stake Pool": STAKE_POOL,
	"Metaplex Token Metadata": METAPLEX,
	Squads: SQUADS,
	"SPL Governance": GOVERNANCE,
};

const PROGRAMS: ReadonlyMap<string, IdlProgram> = new Map(
	data.programs.map((program) => [program.id, program]),
);

export const appAt = (programId: string): string | null => PROGRAMS.get(programId)?.name ?? null;

function shownValue(value: IdlValue): Text {
	if (value === null) return message("svm.argument.none");
	if (typeof value !== "object") return plain(String(value), 200);
	return Array.isArray(value)
		? message("svm.argument.items", { count: value.length })
		: message("svm.argument.fields", { count: Object.keys(value).length });
}

const argsOf = ({ instruction, args }: IdlCall): readonly DecodedArg[] =>
	instruction.args.map(({ name, type }) => ({
		name,
		type: typeof type === "string" ? type : (Object.keys(type)[0] ?? ""),
		value: shownValue(args[name] ?? null),
	}));

/**
 * @param rights whether to check the accounts' signer and writable flags, which aren't reported completely
 * for inner calls
 * @throws Unread if anything doesn't match the interface
 */
export function decodeApp(
	programId: string,
	reader: DataReader,
	{ all }: InstructionAccounts,
	rights: boolean,
): Understood {
	const program = PROGRAMS.get(programId);
	if (program === undefined) throw new Unread();
	const call = readIdlCall(program, reader, { accounts: all, rights });
	const { name, accounts } = call.instruction;
	const table = APP_TABLES[program.name] ?? {};
	const decode = Object.hasOwn(table, name) ? table[name] : undefined;
	if (decode === undefined) throw new Unread();
	const meaning = decode(call);
	return {
		name,
		meaning: { ...meaning, app: meaning.app === "" ? program.name : meaning.app },
		args: argsOf(call),
		roles: accounts.map((account) => account.name.replaceAll("_", " ")),
	};
}
