import { typedDataHashes } from "../../src/core/match/typed-data/reading.ts";
import {
	type DescribableCall,
	type DescriptorIndex,
	describeCall,
	describeMessage,
} from "../../src/core/published-descriptors/erc7730/describe.ts";
import type {
	DescriptionResult,
	NestedCall,
} from "../../src/core/published-descriptors/erc7730/description.ts";
import type { Case, Rendered } from "./registry.ts";
import { render } from "./render.ts";

const MAX_NESTING = 4;

function renderNested(
	index: DescriptorIndex,
	outer: DescribableCall,
	each: Case,
	inner: NestedCall,
	depth: number,
) {
	if (depth > MAX_NESTING) return null;
	const call: DescribableCall = {
		...outer,
		to: inner.callee,
		data: inner.data,
		value: inner.value ?? outer.value,
		from: inner.from ?? outer.from,
	};
	const described = describeCall(index, call);
	return described.ok ? rendered(index, described, call, each, depth) : null;
}

function rendered(
	index: DescriptorIndex,
	described: Extract<DescriptionResult, { ok: true }>,
	call: DescribableCall,
	each: Case,
	depth: number,
): Rendered {
	return render(described, {
		provider: each.provider,
		chainId: call.chainId,
		nested: (inner) => renderNested(index, call, each, inner, depth + 1),
	});
}

export interface Verdict {
	readonly verdict: "exact" | "refused" | "wrong";
	readonly detail: string;
}

/**
 * Compares two renderings. The registry's texts have a space after a number with an empty unit, as in "2 ".
 */
function compare(made: Rendered, expected: Rendered): Verdict {
	const plainText = ({ intent, owner, fields }: Rendered): unknown => ({
		intent,
		owner,
		fields: fields.map(({ label, value }) => [
			label,
			typeof value === "string" ? value.trimEnd() : plainText(value),
		]),
	});
	const [ours, theirs] = [JSON.stringify(plainText(made)), JSON.stringify(plainText(expected))];
	return ours === theirs
		? { verdict: "exact", detail: "" }
		: { verdict: "wrong", detail: `made     ${ours}\n  expected ${theirs}` };
}

/** Returns the reader's description of a case; `null` if main itself does not accept the message. */
export function describeCase(index: DescriptorIndex, each: Case): DescriptionResult | null {
	if (each.kind === "call") return describeCall(index, { ...each, implementation: null });
	const typed = typedDataHashes(each.typed);
	return typed.ok ? describeMessage(index, typed, each.from) : null;
}

/** Returns the outer call of a case's nested calls; a message has no transaction. */
function outerCall(each: Case, described: Extract<DescriptionResult, { ok: true }>): DescribableCall {
	if (each.kind === "call") return { ...each, implementation: null };
	const typed = typedDataHashes(each.typed);
	const chainId = typed.ok ? String(typed.domain.chainId) : "";
	return { chainId, from: each.from, to: described.boundTo, value: 0n, data: "0x", implementation: null };
}

/**
 * Judges one case: compares the rendered values with the registry's text, or states why the reader refuses
 * it.
 */
export function judge(index: DescriptorIndex, each: Case): Verdict {
	const described = describeCase(index, each);
	if (described === null) return { verdict: "refused", detail: "typed data that is never signed" };
	if (!described.ok) return { verdict: "refused", detail: `${described.code} at ${described.at}` };
	return compare(rendered(index, described, outerCall(each, described), each, 0), each.expected);
}
