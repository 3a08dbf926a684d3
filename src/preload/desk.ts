import { contextBridge, ipcRenderer } from "electron";
import type { CHANNELS } from "../ipc/windows.ts";
import { deskSnapshot } from "./desk-snapshot.ts";
import { createBridge } from "./expose.ts";
import { DESK_NAMES } from "./names.ts";

const callChannel: typeof CHANNELS.deskCall = "countersign:desk:call";
const pushChannel: typeof CHANNELS.deskPush = "countersign:desk:push";

contextBridge.exposeInMainWorld(
	"countersign",
	createBridge(
		{
			invoke: (channel, command) => ipcRenderer.invoke(channel, command),
			send: (channel) => ipcRenderer.send(channel),
			on: (channel, listener) => ipcRenderer.on(channel, listener),
		},
		{ callChannel, pushChannel, names: DESK_NAMES, replayed: deskSnapshot, queued: "navigate" },
	),
);
