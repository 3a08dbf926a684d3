import { chainName } from "../../chain/names.ts";
import { wellKnownOnOtherChains } from "../../chain/tokens/known.ts";
import { timeText } from "../../format/labels.ts";
import { message, sentences } from "../../localized-text.ts";
import { doubt, type Finding, newFinding } from "../finding.ts";
import { atStakeAddress, type GeneralEvidence, inStep } from "./evidence.ts";

function freshFinding(
	{ formatter }: GeneralEvidence,
	address: string,
	blocks: number,
	maySpend: boolean,
): Finding {
	const age = message("finding.fresh-contract", { contract: formatter.name(address), blocks });
	return maySpend
		? newFinding("fresh-contract", "danger", sentences(age, message("finding.fresh-contract.takes")))
		: newFinding("fresh-contract", "caution", sentences(age, message("finding.fresh-contract.called")));
}

/** Most contracts written to steal funds are less than a day old. */
export function fresh(evidence: GeneralEvidence): Finding | null {
	const { effects, formatter } = evidence;
	const named = effects.mentions.flatMap(({ address, role }) => {
		const party = effects.parties.get(address);
		return party === undefined || party.relation === "own" ? [] : [{ party, maySpend: role === "allowed" }];
	});
	const made = named.find(({ party, maySpend }) => maySpend && party.history.isCreated)?.party.address;
	if (made !== undefined)
		return newFinding(
			"fresh-contract",
			"danger",
			message("finding.fresh-contract.made-here", { contract: formatter.name(made) }),
			atStakeAddress(made),
		);
	const young = named.filter(({ party }) => party.history.youngBlocks !== null);
	const first = young.find(({ maySpend }) => maySpend) ?? young[0];
	if (first === undefined) return null;
	const { address, history } = first.party;
	return freshFinding(evidence, address, history.youngBlocks ?? 0, first.maySpend);
}

const SECOND = 1_000;

export function codeChanged({ effects, formatter }: GeneralEvidence): Finding | null {
	for (const { address, history } of effects.parties.values()) {
		const { changedSince } = history;
		if (changedSince === null) continue;
		return newFinding(
			"code-changed",
			"danger",
			message("finding.code-changed", {
				contract: formatter.name(address),
				time: timeText(BigInt(Math.floor(changedSince / SECOND))),
			}),
			atStakeAddress(address),
		);
	}
	return null;
}

export function noCode(evidence: GeneralEvidence): Finding | null {
	const { effects, formatter } = evidence;
	const [first] = effects.unheard;
	if (first === undefined) return null;
	const bare = message("finding.no-code", { address: formatter.name(first.target) });
	const [elsewhere] = wellKnownOnOtherChains(effects.chainRef ?? "", first.target);
	const text =
		elsewhere === undefined
			? bare
			: sentences(
					bare,
					message("finding.no-code.elsewhere", {
						symbol: elsewhere.token.symbol,
						chain: chainName(elsewhere.chainRef),
					}),
				);
	return inStep(evidence, first.step, doubt(newFinding("no-code", "danger", text)));
}

export function attestationRevoked({ effects }: GeneralEvidence): Finding | null {
	const [claimant] = effects.disowned;
	if (claimant === undefined) return null;
	return newFinding("attestation-revoked", "caution", message("finding.attestation-revoked", { claimant }));
}
