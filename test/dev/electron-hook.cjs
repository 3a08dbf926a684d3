// Loaded into real Electron before the app's main by `npm run dev`: reloads the windows, and quits, when it is told to.
const { app, BrowserWindow } = require("electron");

process.on("message", (message) => {
	if (message === "reload") for (const window of BrowserWindow.getAllWindows()) window.webContents.reload();
	if (message === "quit") app.quit();
});
process.on("disconnect", () => app.exit(0));
