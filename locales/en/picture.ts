export default {
  takePhoto: "Take a photo or choose a file",
  camera: "Take a photo",
  chooseFile: "Choose a file instead",
  refused: "not taken in; the reason stands below",
  progress: "Sending: %s",
  failed: "The connection broke. Try it again.",
  drop: "Drop the picture here, or choose it",
  crop: {
    title: "Choose the part that shows",
    x_percent: "From left to right",
    y_percent: "From top to bottom",
    zoom_percent: "Zoom",
  },
};
