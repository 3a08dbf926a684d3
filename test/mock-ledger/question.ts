/** A question of the Ethereum app before a screen lays it out. */

export interface ShownField {
	readonly label: string;
	readonly value: string;
	/** True if a Nano breaks its lines between words. */
	readonly words?: boolean;
}

export interface ScreenQuestion {
	readonly kind: "address" | "transaction" | "message" | "typed data";
	readonly title: string;
	readonly fields: readonly ShownField[];
	readonly isBlind: boolean;
}
