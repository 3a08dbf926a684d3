import type { TrustedView } from "../../../src/ipc/windows.ts";

interface TrustedPush {
	readonly view: TrustedView;
}

/** Bridge that a hostile script finds on a window's page: unchecked names, no types. */
export interface ExposedBridge {
	call(name: string, input: unknown): Promise<{ ok: boolean; text?: string }>;
	onPush(listener: (push: TrustedPush) => void): () => void;
}
