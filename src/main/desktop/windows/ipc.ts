import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from "electron";
import { describeError } from "../../../core/describe-error.ts";
import { CHANNELS, deskProcedures, trustedProcedures } from "../../../ipc/windows.ts";
import type { Countersign } from "../../countersign-types.ts";
import type { Gesture } from "../../ports.ts";
import { answerOfError, type Command, parseCommand } from "./command.ts";
import { isFromPage } from "./sender.ts";
import { type Half, pageOf } from "./served-file.ts";

/**
 * Each window has one channel for commands and one for pushes. A preload reports that it is listening with an
 * empty message on the push channel.
 */
export function connectWindows(parts: {
	readonly countersign: Pick<Countersign, "callDesk" | "callTrusted" | "onDeskPush" | "onTrustedPush">;
	readonly contentsId: (half: Half) => number | null;
	readonly isDeskOpen: () => boolean;
	readonly send: (half: Half, channel: string, push: unknown) => void;
	readonly listening: (half: Half) => void;
	readonly gesture: (half: Half) => Gesture;
	readonly log: (line: string) => void;
}): void {
	const { countersign, contentsId, isDeskOpen, send, listening, gesture, log } = parts;
	const listen = (
		half: Half,
		channel: string,
		names: string[],
		call: (command: Command) => Promise<unknown>,
	) => {
		ipcMain.handle(channel, async (event, ...args: unknown[]) => {
			if (!isFromPage(factsOf(event), contentsId(half), pageOf(half))) {
				log(`a command on ${channel} was refused: it did not come from the ${half} window's page`);
				throw new Error("refused");
			}
			const command = parseCommand(args, names);
			if (command === null) {
				log(`a command on ${channel} was refused: unknown or malformed`);
				throw new Error("refused");
			}
			try {
				return await call(command);
			} catch (error) {
				log(`a command of the ${half} window, ${command.name}, ended in an error: ${describeError(error)}`);
				return answerOfError(command.name, error);
			}
		});
	};
	listen("desk", CHANNELS.deskCall, Object.keys(deskProcedures), (command) =>
		countersign.callDesk(command.name, command.input, gesture("desk")),
	);
	listen("trusted", CHANNELS.trustedCall, Object.keys(trustedProcedures), (command) =>
		countersign.callTrusted(command.name, command.input, gesture("trusted")),
	);
	for (const [half, channel] of [
		["desk", CHANNELS.deskPush],
		["trusted", CHANNELS.trustedPush],
	] as const)
		ipcMain.on(channel, (event) => {
			if (isFromPage(factsOf(event), contentsId(half), pageOf(half))) listening(half);
		});
	countersign.onDeskPush((push) => send("desk", CHANNELS.deskPush, push), isDeskOpen);
	countersign.onTrustedPush((push) => send("trusted", CHANNELS.trustedPush, push));
}

function factsOf(event: IpcMainEvent | IpcMainInvokeEvent) {
	const { senderFrame } = event;
	return {
		contentsId: event.sender.id,
		frame: senderFrame === null ? null : { url: senderFrame.url, isMain: senderFrame.parent === null },
	};
}
