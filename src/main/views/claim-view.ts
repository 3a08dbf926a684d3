import type { DescribedClaim } from "../../core/messages/claim-rows.ts";
import type { Labels } from "../../core/people/labels.ts";
import type { ClaimView } from "../../ipc/review.ts";
import { addressView } from "./addresses.ts";

/** From what contracts publish of themselves to what the trusted window draws of it. */
export function claimView({ target, proxyOf, rows, ...claim }: DescribedClaim, labels: Labels): ClaimView {
	const viewOf = (address: string | null) => (address === null ? null : addressView(address, labels));
	return {
		...claim,
		target: viewOf(target),
		proxyOf: viewOf(proxyOf),
		rows: rows.map((row) => ({ ...row, address: viewOf(row.address) })),
	};
}
