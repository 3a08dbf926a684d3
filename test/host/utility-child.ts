import { EventEmitter } from "node:events";
import { registerHooks } from "node:module";
import { NotOfferedError, strict } from "./strict.ts";

// Loaded before the module of a utility process. Provides Electron's process.parentPort and refuses
// `electron`.
const port = Object.assign(new EventEmitter(), {
	postMessage(message: unknown): void {
		process.send?.(message);
	},
	start(): void {},
});
process.on("message", (data) => port.emit("message", { data, ports: [] }));
process.on("disconnect", () => process.exit(0));
Object.assign(process, { parentPort: strict("process.parentPort", port), type: "utility" });

registerHooks({
	resolve(specifier, context, next) {
		if (specifier === "electron") throw new NotOfferedError("modules inside a utility process");
		return next(specifier, context);
	},
});
