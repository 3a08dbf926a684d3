import { type IpcMainInvokeEvent, ipcMain } from "electron";
import { CHANNELS, deskProcedures, trustedProcedures } from "../../bridge/procedures.ts";
import type { Countersign } from "../countersign-types.ts";
import type { Gesture } from "../ports.ts";
import { isFromPage } from "./sender.ts";
import { type Half, pageOf } from "./served-file.ts";
import { answerOfError, readWish, type Wish } from "./wish.ts";

export interface IpcParts {
	readonly countersign: Pick<Countersign, "callDesk" | "callTrusted" | "onDeskPush" | "onTrustedPush">;
	readonly contentsId: (half: Half) => number | null;
	readonly send: (half: Half, channel: string, push: unknown) => void;
	readonly gesture: () => Gesture;
	readonly log: (line: string) => void;
}

/** Opens one channel for each window's wishes and one for the pushes back; nothing else passes. */
export function connectWindows({ countersign, contentsId, send, gesture, log }: IpcParts): void {
	const listen = (half: Half, channel: string, names: string[], call: (wish: Wish) => Promise<unknown>) => {
		ipcMain.handle(channel, async (event, ...args: unknown[]) => {
			if (!isFromPage(factsOf(event), contentsId(half), pageOf(half))) {
				log(`a wish on ${channel} was refused: it did not come from the ${half} window's page`);
				throw new Error("refused");
			}
			const wish = readWish(args, names);
			if (wish === null) {
				log(`a wish on ${channel} was refused: unknown or malformed`);
				throw new Error("refused");
			}
			try {
				return await call(wish);
			} catch (error) {
				log(
					`${half} ${wish.name} ended in an error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
				);
				return answerOfError(wish.name, error);
			}
		});
	};
	listen("desk", CHANNELS.deskCall, Object.keys(deskProcedures), (wish) =>
		countersign.callDesk(wish.name, wish.input),
	);
	listen("trusted", CHANNELS.trustedCall, Object.keys(trustedProcedures), (wish) =>
		countersign.callTrusted(wish.name, wish.input, gesture()),
	);
	countersign.onDeskPush((push) => send("desk", CHANNELS.deskPush, push));
	countersign.onTrustedPush((push) => send("trusted", CHANNELS.trustedPush, push));
}

function factsOf(event: IpcMainInvokeEvent) {
	const { senderFrame } = event;
	return {
		contentsId: event.sender.id,
		frame: senderFrame === null ? null : { url: senderFrame.url, isMain: senderFrame.parent === null },
	};
}
