import { AppError } from "../app-error.ts";
import { ChainError } from "../chain/chain-error.ts";
import type { LocalSimulation } from "../decoded-transaction/opinion.ts";
import { asMessage, message, type Text } from "../localized-text.ts";

export type Impossible = Extract<LocalSimulation, { state: "impossible" }>;

export const impossible = (why: Impossible["why"], text: Text): Impossible => ({
	state: "impossible",
	why,
	text: asMessage(text),
});

const WHY: Partial<Readonly<Record<ChainError["kind"], Impossible["why"]>>> = {
	no_rpc: "no_method",
	no_method: "no_method",
	exceeds: "exceeds",
};

export class NotSimulable extends AppError {
	readonly instead: Impossible;

	constructor(instead: Impossible, options?: ErrorOptions) {
		super(instead.text, options);
		this.name = "NotSimulable";
		this.instead = instead;
	}
}

export function impossibleBy(cause: unknown): Impossible {
	if (cause instanceof NotSimulable) return cause.instead;
	if (!(cause instanceof ChainError)) return impossible("failed", message("chain.unusable"));
	return impossible(WHY[cause.kind] ?? "failed", cause.text);
}
