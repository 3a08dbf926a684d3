/** Question of the Ethereum app before it is laid out on a screen. */

export interface ShownField {
	readonly label: string;
	readonly value: string;
	/** Whether a Nano breaks its lines between words. */
	readonly words?: boolean;
}

export interface ScreenQuestion {
	readonly kind: "address" | "transaction" | "message" | "typed data";
	readonly title: string;
	readonly fields: readonly ShownField[];
	readonly isBlind: boolean;
}
