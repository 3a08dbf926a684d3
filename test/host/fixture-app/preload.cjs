const { contextBridge, ipcRenderer } = require("electron");

contextBridge.exposeInMainWorld("fixture", {
	version: 1n,
	nested: { list: [1, 2, 3] },
	invoke: (channel, value) => ipcRenderer.invoke(channel, value),
	send: (channel, value) => ipcRenderer.send(channel, value),
	onPushed(listener) {
		const relay = (_event, value) => listener(value);
		ipcRenderer.on("pushed", relay);
		return () => ipcRenderer.off("pushed", relay);
	},
	throws() {
		throw new TypeError("from the preload");
	},
	takesWindow: (value) => value,
});
