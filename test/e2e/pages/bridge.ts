import type { TrustedView } from "../../../src/ipc/windows.ts";

interface TrustedPush {
	readonly view: TrustedView;
}

/** What stands on a window's page, as a hostile script there would find it: no names checked, nothing typed. */
export interface ExposedBridge {
	call(name: string, input: unknown): Promise<{ ok: boolean; text?: string }>;
	onPush(listener: (push: TrustedPush) => void): () => void;
}
