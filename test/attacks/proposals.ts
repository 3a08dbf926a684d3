import { readFileText } from "../../src/explain/explain-input.ts";
import type { ActionRequest, AssembledSvmTransaction } from "../../src/service-api/action.ts";
import { textOf } from "../../src/text/index.ts";
import { undeclared } from "../fixtures/proposals.ts";
import { type Case, LABELS, NOW } from "./case.ts";
import { isStopped } from "./disguises.ts";
import { dependsOnSession, type Judged, judgeCases, type World } from "./run.ts";

/**
 * The corpus as proposals of agents on this computer: the same requests, without a declared simulation and
 * without texts. If a request of the service with a truthful declaration is blocked or requires a typed word,
 * the proposal must be as well.
 */

const withoutSvmTexts = ({ payer, cluster, version, instructions, ...rest }: AssembledSvmTransaction) => ({
	payer,
	cluster,
	version,
	instructions: instructions.map((each) => ({ ...each, description: "", kind: "" })),
	description: "",
	kind: "",
	...("address_lookup_tables" in rest ? { address_lookup_tables: rest.address_lookup_tables } : {}),
	...(rest.preserve_blockhash === true
		? { preserve_blockhash: true, unsigned_transaction_base64: rest.unsigned_transaction_base64 }
		: {}),
});

/** Removes what an agent can't provide: labels, apps, fees and ids of the service. */
function withoutTexts(request: ActionRequest): unknown {
	switch (request.type) {
		case "execute_evm":
			return {
				...undeclared(request),
				transactions: request.transactions.map(({ chain_id, from, to, data, value }) => ({
					chain_id,
					from,
					to,
					data,
					value,
					label: "",
					kind: "",
				})),
			};
		case "execute_svm":
			return { ...undeclared(request), transactions: request.transactions.map(withoutSvmTexts) };
		case "sign":
			return { ...request, description: "" };
	}
}

/**
 * Converts what the service sends into a proposal of the same request; returns `null` if it is not a single
 * readable request.
 */
function proposalOfPayload(payload: unknown): unknown {
	const file = readFileText(JSON.stringify(payload));
	if (!file.ok) throw new Error(textOf(file.reason));
	const [first, ...more] = file.asked;
	if (first === undefined || more.length > 0) return null;
	const view = first.kind === "commit" && first.read.kind === "known" ? first.read.view : null;
	const request = first.kind === "commit" ? (view?.review?.request ?? null) : first.action.request;
	if (request === null) return null;
	return {
		type: "proposal",
		event_id: "proposal",
		sequence: 1,
		turn_id: null,
		occurred_at: NOW - 5,
		id: "proposal",
		revision: 0,
		state: "pending",
		request: withoutTexts(request),
		created_at: NOW - 5,
		expires_at: NOW + 3_600,
	};
}

/**
 * Whether a case can be proposed: the wallet sets the fees of a proposal, and a batch consists of several
 * requests.
 */
const isProposable = (one: Case): boolean => {
	const { ask } = one;
	if (dependsOnSession(one) || ask.form === "service") return false;
	return ask.form !== "evm" || ask.steps.every(({ gas, price }) => gas === undefined && price === undefined);
};

/** Returns the request with a truthful declaration. A request that declares nothing is unchanged. */
function declaredTruthfully(one: Case): Case {
	const { ask } = one;
	if (ask.form !== "evm" && ask.form !== "svm") return one;
	return ask.declares === "truth" ? one : { ...one, ask: { ...ask, declares: "truth" } };
}

export interface ProposalTally {
	readonly proposals: number;
	/** Ids of attacks that pass as a proposal although the declaredTruthfully declared request does not. */
	readonly milder: readonly string[];
	/** Ids of attacks whose most severe finding is milder than for the declaredTruthfully declared request. */
	readonly lower: readonly string[];
	/** Ids of attacks that are judged milder than their label. */
	readonly missed: readonly string[];
	/** Ids of honest requests that require a typed word only as a proposal. */
	readonly words: readonly string[];
	/** Ids of honest requests with a more severe finding than as a request of the service. */
	readonly graver: readonly string[];
	/** Ids of cases that could not be judged as a proposal or as a request of the service. */
	readonly faults: readonly string[];
}

const rank = ({ got }: Judged): number => LABELS.indexOf(got);

export async function judgeProposals(cases: readonly Case[], world: World): Promise<ProposalTally> {
	const chosen = cases.filter(isProposable);
	const services = await judgeCases(chosen.map(declaredTruthfully), world);
	const proposals = await judgeCases(chosen, world, { change: proposalOfPayload });
	const pairs = proposals.flatMap((proposal, at) => {
		const service = services[at];
		return service === undefined ? [] : [{ proposal, service, id: proposal.case.id }];
	});
	const valid = pairs.filter(({ proposal, service }) => proposal.fault === null && service.fault === null);
	const attacks = valid.filter(({ proposal }) => proposal.case.kind === "attack");
	const honest = valid.filter(({ proposal }) => proposal.case.kind === "honest");
	const idsOf = (some: typeof pairs) => some.map(({ id }) => id);
	return {
		proposals: valid.length,
		milder: idsOf(attacks.filter(({ proposal, service }) => isStopped(service) && !isStopped(proposal))),
		lower: idsOf(attacks.filter(({ proposal, service }) => rank(proposal) < rank(service))),
		missed: idsOf(attacks.filter(({ proposal }) => proposal.missed)),
		words: idsOf(honest.filter(({ proposal, service }) => proposal.word && !service.word)),
		graver: idsOf(honest.filter(({ proposal, service }) => rank(proposal) > rank(service))),
		faults: pairs.flatMap(({ id, proposal, service }) => {
			const fault = proposal.fault ?? service.fault;
			return fault === null ? [] : [`${id}: ${proposal.fault === null ? "service" : "proposal"}: ${fault}`];
		}),
	};
}
