import { ChainError, type Fact, notAsked } from "../chains/chain-error.ts";
import type { EvmChain } from "../chains/evm.ts";
import type { SvmChain } from "../chains/svm.ts";
import { addressesNamed } from "./enquiry-names.ts";
import type { Leg } from "./leg.ts";
import type { CodeFacts, Enquiry } from "./opinion.ts";

/** What the addresses are that a leg names: contracts, accounts, how old. Nothing of it comes from the service. */

/** About a day of Ethereum's blocks; what many RPCs know without an archive; in the order of asking. */
const LOOK_BACK = [7_200n, 100n];

/** EIP-7702: an account whose code is this and an address has lent the code of that address. */
const DESIGNATOR = /^0xef0100([0-9a-f]{40})$/;

const UNUSABLE = "What your RPC answered could not be used.";

/** What failed, as a fact: this room never rejects. */
async function settled<T>(asked: () => Promise<T>): Promise<Fact<T>> {
	try {
		return { ok: true, value: await asked() };
	} catch (cause) {
		return notAsked(cause instanceof ChainError ? cause.message : UNUSABLE);
	}
}

/** The contract that an account has lent its code from, in lower case; null for any other code. */
export function designatorOf(code: string): string | null {
	const found = DESIGNATOR.exec(code.toLowerCase());
	return found === null ? null : `0x${found[1]}`;
}

async function freshOf(chain: EvmChain, address: string, latest: bigint | null): Promise<CodeFacts["fresh"]> {
	// A chain that is itself no older than that can't tell anything of age.
	if (latest === null || latest < (LOOK_BACK[0] ?? 0n)) return null;
	for (const blocks of LOOK_BACK) {
		const before = await settled(() => chain.code(address, latest - blocks));
		if (before.ok) return { withinBlocks: Number(blocks), isFresh: before.value === "0x" };
	}
	return null;
}

async function codeFacts(
	chain: EvmChain,
	address: string,
	heights: Promise<bigint | null>,
): Promise<CodeFacts> {
	const code = await chain.code(address);
	const size = (code.length - 2) / 2;
	const delegatedTo = designatorOf(code);
	const isContract = size > 0 && delegatedTo === null;
	return { size, delegatedTo, fresh: isContract ? await freshOf(chain, address, await heights) : null };
}

async function enquireEvm(chain: EvmChain, addresses: readonly string[]): Promise<Enquiry> {
	const latest = settled(async () => (await chain.heights()).latest).then((height) =>
		height.ok ? height.value : null,
	);
	const facts = await Promise.all(
		addresses.map(async (address) => {
			const fact = await settled(() => codeFacts(chain, address, latest));
			return [address, fact] as const;
		}),
	);
	return { codes: new Map(facts) };
}

async function enquireSvm(chain: SvmChain, addresses: readonly string[]): Promise<Enquiry> {
	const read = await settled(() => chain.accounts(addresses));
	const facts = addresses.map((address, at): readonly [string, Fact<CodeFacts>] => {
		if (!read.ok) return [address, read];
		const isProgram = read.value[at]?.executable === true;
		return [address, { ok: true, value: { size: isProgram ? 1 : 0, delegatedTo: null, fresh: null } }];
	});
	return { codes: new Map(facts) };
}

/** Asks what the addresses are that a leg names. Never rejects: each part that fails is a fact with its reason. */
export async function enquire(
	chain: { readonly evm: EvmChain } | { readonly svm: SvmChain },
	leg: Leg,
): Promise<Enquiry> {
	const addresses = addressesNamed(leg);
	const isSvm = "svm" in chain;
	if (addresses.length === 0 || isSvm !== (leg.kind === "svm")) return { codes: new Map() };
	return isSvm ? await enquireSvm(chain.svm, addresses) : await enquireEvm(chain.evm, addresses);
}
