// The slider and the field beside it say the same moment; whoever lets the slider go sees it.

document.addEventListener("input", (event) => {
  const { target } = event;
  const field = document.getElementById(target.dataset?.moves ?? "");
  if (field) field.value = target.value;
  const slider = document.querySelector(`[data-moves="${CSS.escape(target.id)}"]`);
  if (slider && /^\d+$/.test(target.value)) slider.value = target.value;
});

document.addEventListener("change", (event) => {
  if (event.target.dataset?.moves) event.target.form.requestSubmit();
});
