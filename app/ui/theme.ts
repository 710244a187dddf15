import { createTheme, type MantineColorsTuple } from "@mantine/core";

export const TOKENS = {
  light: {
    background: "#faf8f5",
    "surface-1": "#ffffff",
    "surface-2": "#f4f0ea",
    line: "#e3dcd3",
    "line-strong": "#8f857a",
    text: "#1f1b17",
    dim: "#6a6158",
    accent: "#bf4117",
    button: "#c8451b",
    "button-hover": "#ad3a15",
    "on-button": "#ffffff",
    "accent-soft": "#fbeee7",
    success: "#1c7f4f",
    "success-soft": "#edf7f1",
    error: "#b3261e",
    "error-soft": "#fdecea",
    shadow: "0 18px 40px rgb(66 44 24 / 12%)",
  },
  dark: {
    background: "#12151b",
    "surface-1": "#1a1e26",
    "surface-2": "#232935",
    line: "#303847",
    "line-strong": "#76839a",
    text: "#eef1f6",
    dim: "#a5afbf",
    accent: "#ff8a5b",
    button: "#ff7d4a",
    "button-hover": "#ff9266",
    "on-button": "#1b0d06",
    "accent-soft": "#2b2320",
    success: "#4cc38a",
    "success-soft": "#17291f",
    error: "#ff8f85",
    "error-soft": "#331c1b",
    shadow: "0 18px 40px rgb(0 0 0 / 35%)",
  },
} as const;

const accent: MantineColorsTuple = [
  "#fbeee7",
  "#f7d9cb",
  "#f2b79d",
  "#ff9d75",
  "#ff8a5b",
  "#ff7d4a",
  "#d9531f",
  "#c8451b",
  "#bf4117",
  "#9c3412",
];

/** Colours are custom properties: one HTML serves both themes. */
export const theme = createTheme({
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  primaryColor: "accent",
  colors: { accent },
  defaultRadius: "10px",
  fontSizes: { sm: "0.875rem", md: "1rem", lg: "1.125rem" },
  headings: { fontWeight: "700" },
  // Plain values: `Component.extend` would import each component everywhere.
  components: {
    Checkbox: { classNames: { root: "field tick-box" } },
    Input: { classNames: { wrapper: "control" } },
    InputWrapper: {
      classNames: { root: "field", description: "help", error: "problem" },
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
    },
    NativeSelect: { defaultProps: { size: "lg" } },
    Textarea: { defaultProps: { size: "lg" } },
    TextInput: { defaultProps: { size: "lg" } },
  },
});
