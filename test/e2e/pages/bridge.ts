import type { TrustedView } from "../../../src/ipc/windows.ts";

interface TrustedPush {
	readonly view: TrustedView;
}

/** The bridge as a hostile script in the page sees it: any command name, without types. */
export interface ExposedBridge {
	call(name: string, input: unknown): Promise<{ ok: boolean; text?: string }>;
	onPush(listener: (push: TrustedPush) => void): () => void;
}
