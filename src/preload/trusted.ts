import { contextBridge, ipcRenderer } from "electron";
import type { CHANNELS } from "../ipc/windows.ts";
import { createBridge } from "./expose.ts";
import { TRUSTED_NAMES } from "./names.ts";

const callChannel: typeof CHANNELS.trustedCall = "countersign:trusted:call";
const pushChannel: typeof CHANNELS.trustedPush = "countersign:trusted:push";

contextBridge.exposeInMainWorld(
	"countersign",
	createBridge(
		{
			invoke: (channel, command) => ipcRenderer.invoke(channel, command),
			send: (channel) => ipcRenderer.send(channel),
			on: (channel, listener) => ipcRenderer.on(channel, listener),
		},
		{ callChannel, pushChannel, names: TRUSTED_NAMES, replayed: (_latest, push) => push, queued: null },
	),
);
