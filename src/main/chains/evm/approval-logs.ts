import { toEventSelector } from "viem/utils";
import { z } from "zod";
import { ZERO_ADDRESS } from "../../../core/chain/well-known.ts";
import { PERMIT2 } from "../../../core/match/revocation.ts";
import type { BlockRange } from "../../../core/powers/block-ranges.ts";
import type { Rpc } from "../json-rpc.ts";
import { log, quantity } from "./rpc-values.ts";

/**
 * Events whose first indexed argument is the account that owns the tokens. Sources: EIP-20, EIP-721,
 * EIP-1155, Permit2's IAllowanceTransfer.
 */
const APPROVAL = toEventSelector("Approval(address,address,uint256)");
const APPROVAL_FOR_ALL = toEventSelector("ApprovalForAll(address,address,bool)");
const PERMIT2_APPROVAL = toEventSelector("Approval(address,address,address,uint160,uint48)");
const PERMIT2_PERMIT = toEventSelector("Permit(address,address,address,uint160,uint48,uint48)");

const EVENTS = [APPROVAL, APPROVAL_FOR_ALL, PERMIT2_APPROVAL, PERMIT2_PERMIT] as const;

/** An approval that was given at some point. Only the contract knows whether it is still valid. */
export interface LoggedApproval {
	readonly kind: "allowance" | "token" | "operator" | "permit2";
	/** Lower case. */
	readonly account: string;
	readonly token: string;
	readonly spender: string;
	/** Decimal digits. Empty unless a single item was approved. */
	readonly tokenId: string;
	readonly block: number;
}

const found = z.array(log.extend({ blockNumber: quantity, removed: z.boolean().nullish() }));
type FoundLog = z.infer<typeof found>[number];

const WORD = 66;
const ZERO = /^0x0*$/;

const topicOf = (account: string) => `0x${account.slice(2).toLowerCase().padStart(64, "0")}`;
const addressIn = (topic: string | undefined): string | null =>
	topic !== undefined && /^0x0{24}/.test(topic) ? `0x${topic.slice(26).toLowerCase()}` : null;

type Approved = Pick<LoggedApproval, "kind" | "token" | "spender" | "tokenId">;

/** An event that sets an approval to zero doesn't grant anything. */
function approvedIn({ address: contract, topics, data }: FoundLog): Approved | null {
	const [event, , second, third] = topics;
	const spender = addressIn(second);
	if (spender === null) return null;
	const row = { token: contract, spender, tokenId: "" };
	if (event === APPROVAL && topics.length === 3)
		return data.length !== WORD || ZERO.test(data) ? null : { ...row, kind: "allowance" };
	if (event === APPROVAL && third !== undefined)
		return spender === ZERO_ADDRESS ? null : { ...row, kind: "token", tokenId: BigInt(third).toString() };
	if (event === APPROVAL_FOR_ALL) return ZERO.test(data) ? null : { ...row, kind: "operator" };
	const taker = addressIn(third);
	if (contract !== PERMIT2 || taker === null || ZERO.test(data.slice(0, WORD))) return null;
	return { kind: "permit2", token: spender, spender: taker, tokenId: "" };
}

function eventOf(read: FoundLog, accounts: ReadonlySet<string>): LoggedApproval | null {
	const account = addressIn(read.topics[1]);
	if (read.removed === true || account === null || !accounts.has(account)) return null;
	const approved = approvedIn(read);
	return approved === null ? null : { ...approved, account, block: Number(read.blockNumber) };
}

const hexOf = (block: number) => `0x${block.toString(16)}`;

/** Sends one `eth_getLogs`. Drops events from other accounts, even if the RPC returns them. */
export async function readApprovalLogs(
	rpc: Rpc,
	{ from, to }: BlockRange,
	accounts: readonly string[],
): Promise<readonly LoggedApproval[]> {
	const filter = {
		fromBlock: hexOf(from),
		toBlock: hexOf(to),
		topics: [EVENTS, accounts.map(topicOf)],
	};
	const own = new Set(accounts.map((account) => account.toLowerCase()));
	const logs = await rpc(found, "eth_getLogs", [filter]);
	return logs.flatMap((each) => eventOf(each, own) ?? []);
}
