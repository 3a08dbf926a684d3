import "node:module";
import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
// electron.vite.config.ts
const here = import.meta.dirname;
/** Main, the vault and each preload are bundled with what they depend on: a bundled vault starts six times faster. */
var electron_vite_config_default = defineConfig({
	main: { build: {
		externalizeDeps: false,
		rollupOptions: {
			input: {
				index: resolve(here, "src/main/index.ts"),
				vault: resolve(here, "src/vault/index.ts")
			},
			output: { format: "es" }
		}
	} },
	preload: { build: {
		externalizeDeps: false,
		isolatedEntries: true,
		rollupOptions: {
			input: {
				desk: resolve(here, "src/preload/desk.ts"),
				trusted: resolve(here, "src/preload/trusted.ts")
			},
			output: {
				format: "cjs",
				entryFileNames: "[name].cjs"
			}
		}
	} },
	renderer: {
		root: resolve(here, "src/renderer"),
		plugins: [react(), tailwindcss()],
		build: {
			assetsInlineLimit: 0,
			modulePreload: { polyfill: false },
			rollupOptions: { input: {
				desk: resolve(here, "src/renderer/desk/index.html"),
				trusted: resolve(here, "src/renderer/trusted/index.html")
			} }
		}
	}
});
export { electron_vite_config_default as default };

//# sourceMappingURL=data:application/json;charset=utf-8;base64,eyJ2ZXJzaW9uIjozLCJmaWxlIjoiZWxlY3Ryb24udml0ZS5jb25maWcuanMiLCJuYW1lcyI6W10sInNvdXJjZXMiOlsiL3dvcmsvbWFpbi9lbGVjdHJvbi52aXRlLmNvbmZpZy50cyJdLCJzb3VyY2VzQ29udGVudCI6WyJpbXBvcnQgeyByZXNvbHZlIH0gZnJvbSBcIm5vZGU6cGF0aFwiO1xuaW1wb3J0IHRhaWx3aW5kY3NzIGZyb20gXCJAdGFpbHdpbmRjc3Mvdml0ZVwiO1xuaW1wb3J0IHJlYWN0IGZyb20gXCJAdml0ZWpzL3BsdWdpbi1yZWFjdFwiO1xuaW1wb3J0IHsgZGVmaW5lQ29uZmlnIH0gZnJvbSBcImVsZWN0cm9uLXZpdGVcIjtcblxuY29uc3QgaGVyZSA9IGltcG9ydC5tZXRhLmRpcm5hbWU7XG5cbi8qKiBNYWluLCB0aGUgdmF1bHQgYW5kIGVhY2ggcHJlbG9hZCBhcmUgYnVuZGxlZCB3aXRoIHdoYXQgdGhleSBkZXBlbmQgb246IGEgYnVuZGxlZCB2YXVsdCBzdGFydHMgc2l4IHRpbWVzIGZhc3Rlci4gKi9cbmV4cG9ydCBkZWZhdWx0IGRlZmluZUNvbmZpZyh7XG5cdG1haW46IHtcblx0XHRidWlsZDoge1xuXHRcdFx0ZXh0ZXJuYWxpemVEZXBzOiBmYWxzZSxcblx0XHRcdHJvbGx1cE9wdGlvbnM6IHtcblx0XHRcdFx0aW5wdXQ6IHsgaW5kZXg6IHJlc29sdmUoaGVyZSwgXCJzcmMvbWFpbi9pbmRleC50c1wiKSwgdmF1bHQ6IHJlc29sdmUoaGVyZSwgXCJzcmMvdmF1bHQvaW5kZXgudHNcIikgfSxcblx0XHRcdFx0b3V0cHV0OiB7IGZvcm1hdDogXCJlc1wiIH0sXG5cdFx0XHR9LFxuXHRcdH0sXG5cdH0sXG5cdHByZWxvYWQ6IHtcblx0XHRidWlsZDoge1xuXHRcdFx0Ly8gQSBzYW5kYm94ZWQgcHJlbG9hZCBjYW4gcmVxdWlyZSBub3RoaW5nIG9mIG91cnM6IGVhY2ggaXMgb25lIGZpbGUsIHdoYXRldmVyIHRoZSB0d28gc2hhcmUuXG5cdFx0XHRleHRlcm5hbGl6ZURlcHM6IGZhbHNlLFxuXHRcdFx0aXNvbGF0ZWRFbnRyaWVzOiB0cnVlLFxuXHRcdFx0cm9sbHVwT3B0aW9uczoge1xuXHRcdFx0XHRpbnB1dDoge1xuXHRcdFx0XHRcdGRlc2s6IHJlc29sdmUoaGVyZSwgXCJzcmMvcHJlbG9hZC9kZXNrLnRzXCIpLFxuXHRcdFx0XHRcdHRydXN0ZWQ6IHJlc29sdmUoaGVyZSwgXCJzcmMvcHJlbG9hZC90cnVzdGVkLnRzXCIpLFxuXHRcdFx0XHR9LFxuXHRcdFx0XHRvdXRwdXQ6IHsgZm9ybWF0OiBcImNqc1wiLCBlbnRyeUZpbGVOYW1lczogXCJbbmFtZV0uY2pzXCIgfSxcblx0XHRcdH0sXG5cdFx0fSxcblx0fSxcblx0cmVuZGVyZXI6IHtcblx0XHRyb290OiByZXNvbHZlKGhlcmUsIFwic3JjL3JlbmRlcmVyXCIpLFxuXHRcdHBsdWdpbnM6IFtyZWFjdCgpLCB0YWlsd2luZGNzcygpXSxcblx0XHRidWlsZDoge1xuXHRcdFx0Ly8gSW5saW5lIGFzc2V0cyB3b3VsZCBuZWVkIGRhdGE6IGluIHBsYWNlcyB3aGVyZSB0aGUgcGFnZXMnIENTUCBhbGxvd3Mgbm9uZS5cblx0XHRcdGFzc2V0c0lubGluZUxpbWl0OiAwLFxuXHRcdFx0bW9kdWxlUHJlbG9hZDogeyBwb2x5ZmlsbDogZmFsc2UgfSxcblx0XHRcdHJvbGx1cE9wdGlvbnM6IHtcblx0XHRcdFx0aW5wdXQ6IHtcblx0XHRcdFx0XHRkZXNrOiByZXNvbHZlKGhlcmUsIFwic3JjL3JlbmRlcmVyL2Rlc2svaW5kZXguaHRtbFwiKSxcblx0XHRcdFx0XHR0cnVzdGVkOiByZXNvbHZlKGhlcmUsIFwic3JjL3JlbmRlcmVyL3RydXN0ZWQvaW5kZXguaHRtbFwiKSxcblx0XHRcdFx0fSxcblx0XHRcdH0sXG5cdFx0fSxcblx0fSxcbn0pO1xuIl0sIm1hcHBpbmdzIjoiOzs7Ozs7QUFLQSxNQUFNLE9BQU8sWUFBWTs7QUFHekIsSUFBQSwrQkFBZSxhQUFhO0NBQzNCLE1BQU0sRUFDTCxPQUFPO0VBQ04saUJBQWlCO0VBQ2pCLGVBQWU7R0FDZCxPQUFPO0lBQUUsT0FBTyxRQUFRLE1BQU0sbUJBQW1CO0lBQUcsT0FBTyxRQUFRLE1BQU0sb0JBQW9CO0dBQUU7R0FDL0YsUUFBUSxFQUFFLFFBQVEsS0FBSztFQUN4QjtDQUNELEVBQ0Q7Q0FDQSxTQUFTLEVBQ1IsT0FBTztFQUVOLGlCQUFpQjtFQUNqQixpQkFBaUI7RUFDakIsZUFBZTtHQUNkLE9BQU87SUFDTixNQUFNLFFBQVEsTUFBTSxxQkFBcUI7SUFDekMsU0FBUyxRQUFRLE1BQU0sd0JBQXdCO0dBQ2hEO0dBQ0EsUUFBUTtJQUFFLFFBQVE7SUFBTyxnQkFBZ0I7R0FBYTtFQUN2RDtDQUNELEVBQ0Q7Q0FDQSxVQUFVO0VBQ1QsTUFBTSxRQUFRLE1BQU0sY0FBYztFQUNsQyxTQUFTLENBQUMsTUFBTSxHQUFHLFlBQVksQ0FBQztFQUNoQyxPQUFPO0dBRU4sbUJBQW1CO0dBQ25CLGVBQWUsRUFBRSxVQUFVLE1BQU07R0FDakMsZUFBZSxFQUNkLE9BQU87SUFDTixNQUFNLFFBQVEsTUFBTSw4QkFBOEI7SUFDbEQsU0FBUyxRQUFRLE1BQU0saUNBQWlDO0dBQ3pELEVBQ0Q7RUFDRDtDQUNEO0FBQ0QsQ0FBQyJ9