/** Models of the emulated device, as transports see them. */

export type ModelName = "nanox" | "flex";

interface Model {
	readonly name: string;
	/** USB product id while an app is open; the vendor id is `VENDOR_ID`. */
	readonly productId: number;
	readonly isTouch: boolean;
}

export const VENDOR_ID = 0x2c97;

export const MODELS: Readonly<Record<ModelName, Model>> = {
	nanox: { name: "Ledger Nano X", productId: 0x4011, isTouch: false },
	flex: { name: "Ledger Flex", productId: 0x7011, isTouch: true },
};

/** Thrown for a screen or an answer that no recording or public source shows. */
export class NotEmulated extends Error {
	constructor(what: string) {
		super(`The emulated Flex does not play this, because no recording shows it: ${what}.`);
	}
}
