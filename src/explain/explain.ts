import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DeviceFacts } from "../core/decoded-transaction/device-plan.ts";
import { tokensInShards } from "../core/device/signed/signed-tokens.ts";
import type { Effects } from "../core/effects/effects.ts";
import type { PriceSource } from "../core/fiat/price.ts";
import { agentOfSession } from "../core/identities/agents.ts";
import { intentIndexOf } from "../core/match/freeze-action.ts";
import type { RequestOwner } from "../core/match/frozen.ts";
import { loadDescriptors } from "../core/published-descriptors/erc7730/load.ts";
import { ReviewContradictions } from "../core/review/effects/contradiction.ts";
import type { Review } from "../core/review/review.ts";
import { sameKey } from "../core/rules/rule-facts.ts";
import { type PolicyContext, writeRules } from "../core/rules/rules.ts";
import { type AgentProposal, type Proposals, proposalEntryId } from "../main/agents/proposals.ts";
import { EvmRpcChains } from "../main/chains/evm/chain.ts";
import { Prices } from "../main/chains/prices.ts";
import { SvmRpcChains } from "../main/chains/svm/chain.ts";
import type { StoredAction, StoredCommit } from "../main/conversations/session-types.ts";
import { Events } from "../main/events.ts";
import { actionEntryId, entryIdOf } from "../main/inbox/entries/entry.ts";
import { deduplicationChecks } from "../main/inbox/requests/deduplication-checks.ts";
import { FrozenRequests } from "../main/inbox/requests/frozen-requests.ts";
import { Requests } from "../main/inbox/requests/requests.ts";
import type { Clock } from "../main/ports.ts";
import { Preparing } from "../main/reviewing/facts/preparing.ts";
import { SecondOpinions } from "../main/reviewing/facts/second-opinions.ts";
import { Reviews } from "../main/reviewing/reviews/reviews.ts";
import { policyContext } from "../main/rules/policy-context.ts";
import { readCommit } from "../service-api/event-page.ts";
import { type Context, contactsOf, historyOf, labelsOf, usesOf } from "./context.ts";
import type { ExplainInput, ReadFile } from "./explain-input.ts";

/** RPC of a chain, identified by decimal chain ID or cluster. */
export interface ExplainRpc {
	readonly chain: string;
	readonly url: string;
	readonly genesisHash: string | null;
}

export interface ExplainOptions {
	readonly context: Context;
	readonly rpcs: readonly ExplainRpc[];
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
	readonly log: (line: string) => void;
}

export interface Explained {
	readonly asked: ExplainInput;
	readonly review: Review;
	readonly policy: PolicyContext;
	readonly prices: PriceSource;
}

type Readable = Extract<ReadFile, { ok: true }>;

const OWNER: RequestOwner = { environment: "file", identity: "file" };

const JOURNAL = {
	row: () => null,
	replacementsOf: () => [],
	ofSession: () => [],
	ofEntry: () => null,
	unsettled: () => [],
	settledSince: () => [],
};

/** Device facts for an unspecified device. */
const LEDGER: DeviceFacts = {
	model: "Ledger",
	path: "m/44'/60'/0'/0/0",
	app: null,
	tokens: tokensInShards((name) =>
		readFileSync(join(import.meta.dirname, "../../resources/ledger-tokens", name)),
	),
};

function never(): never {
	throw new Error("revoking and replacing are unavailable here");
}

function entryOf(asked: ExplainInput): string {
	switch (asked.kind) {
		case "commit":
			return entryIdOf(asked.commitId);
		case "action":
			return actionEntryId(asked.sessionId, asked.action.id);
		case "proposal":
			return proposalEntryId(asked.action.id);
	}
}

export function signerOf(asked: ExplainInput): string {
	if (asked.kind !== "commit") return intentIndexOf(asked.action.request).signer;
	return asked.read.kind === "known" ? asked.read.view.signer : "";
}

function chainOf(asked: ExplainInput): string | null {
	if (asked.kind !== "commit") return intentIndexOf(asked.action.request).chain_ref;
	return asked.read.kind === "known" ? asked.read.view.chain_ref : null;
}

function sessionsOf(file: Readable, at: number) {
	const commits = file.asked.flatMap((asked): StoredCommit[] =>
		asked.kind === "commit" ? [{ ...asked, receivedAt: at, confirmedByGet: at, fault: null }] : [],
	);
	const actions = file.asked.flatMap((asked): StoredAction[] =>
		asked.kind === "action" ? [{ ...asked, receivedAt: at, firstSeen: at }] : [],
	);
	return {
		commits: () => commits,
		actions: () => actions,
		commit: (id: string) => commits.find((each) => each.commitId === id) ?? null,
		unreadableAction: () => null,
		action: (sessionId: string, id: string) =>
			actions.find((each) => each.sessionId === sessionId && each.action.id === id) ?? null,
		refreshCommit: async (id: string) =>
			commits.find((each) => each.commitId === id)?.read ?? readCommit(null),
		refreshSession: async () => {},
	};
}

/** Returns the file's proposals as the app would store them. Their agent and reason are unknown. */
function proposalsOf(file: Readable, at: number): Pick<Proposals, "get"> {
	const all = file.asked.flatMap((asked): AgentProposal[] => {
		if (asked.kind !== "proposal") return [];
		const { action } = asked;
		const stored = {
			id: action.id,
			agent: agentOfSession(asked.sessionId) ?? "",
			key: null,
			fold: "",
			request: JSON.stringify(action.request),
			reason: null,
			payment: null,
			caller: null,
			expiresAt: action.expires_at,
			receivedAt: at,
			asked: 1,
			askedAt: at,
			deliveredAt: null,
			ended: null,
		};
		return [{ stored, kind: "proposal", action }];
	});
	return { get: (id) => all.find(({ stored }) => stored.id === id) ?? null };
}

function exchangedIn({ movements, parties }: Effects): readonly string[] {
	const isOwn = (address: string | null) => address !== null && parties.get(address)?.relation === "own";
	const isExchange = movements.some(({ from }) => isOwn(from)) && movements.some(({ to }) => isOwn(to));
	if (!isExchange) return [];
	return [...new Set(movements.flatMap(({ asset: { address } }) => (address === null ? [] : [address])))];
}

export async function explainFile(file: Readable, options: ExplainOptions): Promise<readonly Explained[]> {
	const { context, clock, log } = options;
	const { fetch } = options;
	const urlOf = (chain: string) => options.rpcs.find((each) => each.chain === chain)?.url ?? null;
	const chains = {
		evm: new EvmRpcChains({ urlOf: (chainId) => urlOf(String(chainId)), fetch, clock }),
		svm: new SvmRpcChains({
			urlOf,
			genesisOf: (cluster) => options.rpcs.find((each) => each.chain === cluster)?.genesisHash ?? null,
			fetch,
			clock,
		}),
	};
	const prices = new Prices(chains.evm, chains.svm, {
		clock,
		wanted: () => true,
		onChange: () => {},
		// Chains without price feeds are normal here and need no log line.
		log: () => {},
	});
	const accounts = context.accounts?.map(({ address }) => address) ?? [
		...new Set(file.asked.map(signerOf).filter((signer) => signer !== "")),
	];
	const accountOf = (address: string) => context.accounts?.find((each) => sameKey(each.address, address));
	const deviceOf = (address: string) => (accountOf(address)?.key === "ledger" ? LEDGER : null);
	const [labels, history] = [labelsOf(context), historyOf(context)];
	const chainRefs = [...new Set(file.asked.flatMap((asked) => chainOf(asked) ?? []))];
	const sessions = sessionsOf(file, clock.now());
	const contradictions = new ReviewContradictions();
	for (const view of file.views) contradictions.addView(view);
	const requests = new Requests(
		() => sessions,
		{ get: () => null },
		{ get: () => null },
		() => ({ get: () => null }),
		proposalsOf(file, clock.now()),
	);
	const opinions = new SecondOpinions({
		chains,
		clock,
		accounts: () => accounts,
		descriptors: loadDescriptors,
		log,
	});
	const policy = (frozen: Review["frozen"]): PolicyContext =>
		policyContext(
			{
				journal: JOURNAL,
				rules: { latest: () => (context.rules === undefined ? null : writeRules(context.rules)) },
				scope: "file",
				now: clock.now(),
				ledger: { account: deviceOf },
				accounts,
				contacts: { list: () => contactsOf(context) },
				...(context.timeZone === undefined ? {} : { timeZone: context.timeZone }),
			},
			frozen,
		);
	let open: string | null = null;
	let changed: () => void = () => {};
	const events = new Events(log);
	events.on("review-changed", () => changed());
	const reviews = new Reviews({
		clock,
		log,
		events,
		window: {
			route: () => (open === null ? { kind: "empty" } : { kind: "entry", entryId: open, mode: "review" }),
		},
		// Nothing runs concurrently here, so no budget is needed.
		budget: { spend: (work) => work(), isSpent: () => false },
		requests,
		preparing: new Preparing({
			chains,
			revocations: { current: never, fresh: never },
			transfers: { current: never, fresh: never },
			frozenRequests: new FrozenRequests({
				owner: () => OWNER,
				blindAllowed: () => context.blindAllowed,
				transport: () => context.transport,
			}),
			onHealth: () => {},
			log,
		}),
		opinions,
		inputs: {
			contradictions,
			prices: prices.of,
			owner: () => OWNER,
			// There is no service clock to compare with.
			clockOffset: () => 0,
			user: (signer, sessionId) => ({
				accounts,
				labels,
				signerState: context.accounts === undefined ? "ready" : (accountOf(signer)?.signer ?? "missing"),
				counterparties: history,
				uses: usesOf(context, chainRefs, sessionId),
				device: deviceOf(signer),
			}),
			session: (id) => ({ id, title: "", app: null }),
			typed: () => [],
			folding: (request) => deduplicationChecks(request, { sessions, journal: JOURNAL, scope: "file" }),
			safetyMode: () => null,
			repeats: () => null,
			sameNonceHeadline: () => null,
			blindAllowed: () => context.blindAllowed,
			policy,
		},
		isRunning: () => true,
	});

	async function whole(entryId: string): Promise<Review> {
		open = entryId;
		const first = await reviews.load(entryId);
		if (first === null) throw new Error(`${entryId} couldn't be reviewed`);
		const { frozen } = first;
		if (frozen !== null)
			await new Promise<void>((resolve) => {
				changed = () => {
					if (!opinions.asking(frozen)) resolve();
				};
				changed();
			});
		// The first composition only requested the prices. The review returned below includes them.
		const { effects } = reviews.composeCurrent(entryId) ?? first;
		if (effects !== null && effects.chainRef !== null)
			await prices.ask(effects.chainRef, exchangedIn(effects));
		return reviews.composeCurrent(entryId) ?? first;
	}

	const explained: Explained[] = [];
	for (const asked of file.asked) {
		const review = await whole(entryOf(asked));
		explained.push({ asked, review, policy: policy(review.frozen), prices: prices.of });
	}
	return explained;
}
